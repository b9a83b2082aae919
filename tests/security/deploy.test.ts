// The unit file for administrators, checked with systemd's own tools if they are installed.
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
/** Of 100, which is a service without any protection. */
const EXPOSURE_MAX = 25;

const unit = readFileSync(join(ROOT, 'docs/deploy/postern.service'), 'utf8');
const valuesOf = (key: string) =>
  unit.split('\n').flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
const [command = ''] = valuesOf('ExecStart');
const [program = '', script = '', ...flags] = command.split(' ');

test('the service starts a file of this project with valid flags', () => {
  expect(existsSync(join(ROOT, script))).toBe(true);
  expect(parseFlags(START_FLAGS, flags, {})).toEqual({
    dataDir: '/var/lib/postern',
    config: '/etc/postern/gateway.yaml',
  });
});

test('the service runs as an account without privileges and writes only to its own folder', () => {
  expect(valuesOf('User')).toEqual(['postern']);
  expect([...valuesOf('CapabilityBoundingSet'), ...valuesOf('AmbientCapabilities')]).toEqual(['', '']);
  expect(valuesOf('ProtectSystem')).toEqual(['strict']);
  expect(valuesOf('ReadWritePaths')).toEqual([]);
  expect(valuesOf('StateDirectoryMode')).toEqual(['0700']);
});

test('no option prevents the JavaScript engine or terminals from running', () => {
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  expect([...valuesOf('InaccessiblePaths'), ...valuesOf('DeviceAllow'), ...valuesOf('ProcSubset')]).toEqual([]);
});

test("the service can read the machine's addresses, which the kernel provides over netlink", () => {
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
  // Node may have another path on this machine, and systemd checks it.
  writeFileSync(file, unit.replace(program, process.execPath));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const analyze = (...args: string[]) => spawnSync(TOOL, [...args, file], { encoding: 'utf8' });

  test('finds no error in the unit file', () => {
    const { status, stdout, stderr } = analyze('verify', '--recursive-errors=no');
    expect([stdout, stderr, status]).toEqual(['', '', 0]);
  });

  test('gives the sandbox a low exposure score', () => {
    const { status, stdout, stderr } = analyze(
      'security',
      '--offline=true',
      `--threshold=${EXPOSURE_MAX}`,
      '--no-pager',
    );
    expect(status, stderr + stdout).toBe(0);
  });
});
