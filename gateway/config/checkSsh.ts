// Checks the SSH settings in gateway.yaml: contradictions, and missing files.
import type { FileConfig, FileSsh, FileSshTrust } from './fileConfig.ts';
import { missingFile } from './files.ts';
import { readable, type Path, type Problem } from './problem.ts';

/** The first contradiction. */
export const checkSsh = (config: FileConfig): Problem | undefined =>
  trusts(config).flatMap(([trust, path]) => contradiction(trust, path))[0];

/** Missing files and variables: they concern single servers, and may be created later. */
export const missingSshFiles = (config: FileConfig, directory: string): string[] =>
  trusts(config).flatMap(([trust, path]) => missing(trust, path, directory));

function trusts({ ssh = {}, inventory = [] }: FileConfig): [FileSshTrust, Path][] {
  const parts: [FileSsh, Path][] = [
    [ssh, ['ssh']],
    ...inventory.map(({ connect = {} }, i): [FileSsh, Path] => [connect, ['inventory', i, 'connect']]),
  ];
  return parts.flatMap(([part, path]): [FileSshTrust, Path][] => [
    [part, path],
    ...(part.jump ?? []).map((jump, i): [FileSshTrust, Path] => [jump, [...path, 'jump', i]]),
  ]);
}

function contradiction(trust: FileSshTrust, path: Path): Problem[] {
  const passphraseKeys = (['passphrase_file', 'passphrase_env'] as const).filter((key) => trust[key] !== undefined);
  const [first, second] = passphraseKeys;
  if (first === undefined) return [];
  const at = [...path, first];
  if (second !== undefined)
    return [{ path: at, message: `${readable(path)} has ${first} and ${second}. Set only one` }];
  if (trust.identity_file === undefined)
    return [{ path: at, message: `${readable(at)} has no effect without identity_file beside it` }];
  return [];
}

const FILES = ['identity_file', 'passphrase_file', 'known_hosts'] as const;

function missing(trust: FileSshTrust, path: Path, directory: string): string[] {
  const files = FILES.flatMap((key) => missingFile([...path, key], trust[key], directory));
  const { passphrase_env: name } = trust;
  if (name === undefined || process.env[name] !== undefined) return files;
  return [...files, `${readable([...path, 'passphrase_env'])}: the environment variable ${name} is not set`];
}
