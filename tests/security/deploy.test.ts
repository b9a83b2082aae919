// The unit file that administrators are given: read by systemd's own tools where they are there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { START_FLAGS } from '../../gateway/launcher/flags.mjs';
import { parseFlags } from '../../gateway/launcher/parseFlags.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOL = '/usr/bin/systemd-analyze';
/** Of 100, with 100 for a service without any protection. */
const EXPOSURE_MAX = 25;

const unit = readFileSync(join(ROOT, 'docs/deploy/postern.service'), 'utf8');
const valuesOf = (key: string) =>
  unit.split('\n').flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
const [command = ''] = valuesOf('ExecStart');
const [program = '', script = '', ...flags] = command.split(' ');

test('it starts what this project has, with flags that it knows', () => {
  expect(existsSync(join(ROOT, script))).toBe(true);
  expect(parseFlags(START_FLAGS, flags, {})).toEqual({
    dataDir: '/var/lib/postern',
    config: '/etc/postern/gateway.yaml',
  });
});

test('it runs as an account without privileges, and writes to its own folder alone', () => {
  expect(valuesOf('User')).toEqual(['postern']);
  expect([...valuesOf('CapabilityBoundingSet'), ...valuesOf('AmbientCapabilities')]).toEqual(['', '']);
  expect(valuesOf('ProtectSystem')).toEqual(['strict']);
  expect(valuesOf('ReadWritePaths')).toEqual([]);
  expect(valuesOf('StateDirectoryMode')).toEqual(['0700']);
});

test('nothing in it stops the JavaScript engine or terminals', () => {
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  expect([...valuesOf('InaccessiblePaths'), ...valuesOf('DeviceAllow'), ...valuesOf('ProcSubset')]).toEqual([]);
});

test('the addresses of the machine can be read, which the kernel gives over netlink', () => {
  expect(valuesOf('RestrictAddressFamilies').join(' ').split(' ')).toContain('AF_NETLINK');
});

test('docs/security.md explains every option of the sandbox', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  expect(page).toContain('deploy/postern.service');
  for (const name of ['ProtectHome', 'PrivateTmp', 'NoNewPrivileges', 'ProtectSystem']) expect(page).toContain(name);
});

describe.skipIf(!existsSync(TOOL))('systemd (skipped without the Debian package systemd)', () => {
  const dir = mkdtempSync(join(tmpdir(), 'postern-unit-'));
  const file = join(dir, 'postern.service');
  // Node may be elsewhere on this machine, and systemd looks for it.
  writeFileSync(file, unit.replace(program, process.execPath));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const analyze = (...args: string[]) => spawnSync(TOOL, [...args, file], { encoding: 'utf8' });

  test('finds no mistake in it', () => {
    const { status, stdout, stderr } = analyze('verify', '--recursive-errors=no');
    expect([stdout, stderr, status]).toEqual(['', '', 0]);
  });

  test('rates its sandbox', () => {
    const { status, stdout, stderr } = analyze(
      'security',
      '--offline=true',
      `--threshold=${EXPOSURE_MAX}`,
      '--no-pager',
    );
    expect(status, stderr + stdout).toBe(0);
  });
});
