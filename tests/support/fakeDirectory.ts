// Files in memory behind the handles of the File System Access API.

type Node = FakeDirectory | FakeFile;

const missing = () => new DOMException('nothing has this name', 'NotFoundError');
const otherKind = () => new DOMException('this is of another kind', 'TypeMismatchError');

export class FakeFile {
  readonly kind = 'file';
  readonly name: string;
  bytes: Uint8Array<ArrayBuffer>;
  lastModified: number;
  /** The error of every change. */
  failure: Error | undefined;

  constructor(name: string, text: string, lastModified: number) {
    this.name = name;
    this.bytes = new TextEncoder().encode(text);
    this.lastModified = lastModified;
  }

  text = (): string => new TextDecoder().decode(this.bytes);
  getFile = () => Promise.resolve(new File([this.bytes], this.name, { lastModified: this.lastModified }));

  /** Changes apply when the stream is closed. */
  createWritable = ({ keepExistingData = false } = {}) => {
    let next = keepExistingData ? this.bytes : new Uint8Array();
    const resize = (size: number) => {
      const resized = new Uint8Array(size);
      resized.set(next.subarray(0, size));
      next = resized;
    };
    return Promise.resolve({
      write: (params: { type: string; position: number; size: number; data: Uint8Array }) => {
        if (this.failure) return Promise.reject(this.failure);
        if (params.type === 'truncate') resize(params.size);
        else {
          resize(Math.max(next.length, params.position + params.data.length));
          next.set(params.data, params.position);
        }
        return Promise.resolve();
      },
      abort: () => Promise.resolve(),
      close: () => {
        this.bytes = next;
        return Promise.resolve();
      },
    });
  };
}

export class FakeDirectory {
  readonly kind = 'directory';
  readonly name: string;
  /** The error of every change in the directory. */
  failure: Error | undefined;
  #children = new Map<string, Node>();

  constructor(name: string) {
    this.name = name;
  }

  /** The handle as the browser returns it. */
  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  /** The directory of that name. Creates it if it does not exist. */
  directory(name: string): FakeDirectory {
    const found = this.#children.get(name) ?? new FakeDirectory(name);
    if (found.kind !== 'directory') throw otherKind();
    this.#children.set(name, found);
    return found;
  }

  file(name: string, text: string, lastModified = 0): FakeFile {
    const made = new FakeFile(name, text, lastModified);
    this.#children.set(name, made);
    return made;
  }

  getDirectoryHandle = (name: string, { create = false } = {}): Promise<FakeDirectory> =>
    this.#get(name, 'directory', create) as Promise<FakeDirectory>;
  getFileHandle = (name: string, { create = false } = {}): Promise<FakeFile> =>
    this.#get(name, 'file', create) as Promise<FakeFile>;

  removeEntry = (name: string): Promise<void> => {
    if (this.failure) return Promise.reject(this.failure);
    return this.#children.delete(name) ? Promise.resolve() : Promise.reject(missing());
  };

  async *keys() {
    for (const name of this.#children.keys()) yield await Promise.resolve(name);
  }

  async *values() {
    for (const child of this.#children.values()) yield await Promise.resolve(child);
  }

  #get(name: string, kind: Node['kind'], create: boolean): Promise<Node> {
    const found = this.#children.get(name);
    if (found) return found.kind === kind ? Promise.resolve(found) : Promise.reject(otherKind());
    if (!create) return Promise.reject(missing());
    if (this.failure) return Promise.reject(this.failure);
    return Promise.resolve(kind === 'file' ? this.file(name, '') : this.directory(name));
  }
}
