/** For comforts: a storage that is full or forbidden costs them, nothing else. What stood there before goes too. */
export function writeStorage(storage: Storage, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch {
    storage.removeItem(key);
  }
}
