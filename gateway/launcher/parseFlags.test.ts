import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HEADLESS_LOGIN_FLAGS, START_FLAGS } from './flags.mjs';
import { helpText } from './help.mjs';
import { parseFlags } from './parseFlags.mjs';

const parse = (argv: string[], env: Record<string, string> = {}) => parseFlags(START_FLAGS, argv, env);

describe('the command line', () => {
  test('takes values after a space or an equals sign', () => {
    expect(parse(['--port', '3081', '--host=::1'])).toEqual({ port: 3081, host: '::1' });
  });
  test('takes switches without a value and lets a value switch them off', () => {
    expect(parse(['--insecure', '--trust-proxy=no'])).toEqual({ insecure: true, trustProxy: false });
  });
  test('makes paths absolute', () => {
    expect(parse(['--data-dir', 'x/y'])).toEqual({ dataDir: resolve('x/y') });
  });
  test('takes the last of two equal flags', () => {
    expect(parse(['--port', '1', '--port', '2'])).toEqual({ port: 2 });
  });
  test('shows the help for --help at any position', () => {
    expect(parse(['--nonsense', '--help'])).toBeUndefined();
  });
  test.each([
    ['proxy.example.com', 'https://proxy.example.com/'],
    ['proxy.example.com:3080', 'https://proxy.example.com:3080/'],
    ['https://proxy.example.com/web', 'https://proxy.example.com/'],
    ['http://localhost:3080', 'http://localhost:3080/'],
  ])('reads the cluster %s as %s', (text, href) => {
    expect(parse(['--cluster', text])?.cluster?.href).toBe(href);
  });
  test.each([
    [['--prot', '1'], 'unknown flag --prot. Did you mean --port? --help lists the flags'],
    [['--zzzzzz'], 'unknown flag --zzzzzz. --help lists the flags'],
    [['3080'], 'unexpected argument "3080". --help lists the flags'],
    [['--port'], '--port needs a value: --port PORT'],
    [['--port='], '--port needs a value: --port PORT'],
    [['--port', '70000'], '--port: expected a port from 0 to 65535, found "70000"'],
    [['--port', '-1'], '--port: expected a port from 0 to 65535, found "-1"'],
    [['--port', '3e3'], '--port: expected a port from 0 to 65535, found "3e3"'],
    [['--insecure=perhaps'], '--insecure: expected true or false, found "perhaps"'],
    [['--log-level', 'loud'], '--log-level: expected one of silent, error, warn, info, debug, found "loud"'],
    [['--cluster', 'ftp://x'], '--cluster: expected an address such as https://proxy.example.com, found "ftp://x"'],
    [
      ['--cluster', 'https://u:p@x'],
      '--cluster: expected an address such as https://proxy.example.com, found "https://u:p@x"',
    ],
    [
      ['--cluster', 'https://x/v1/webapi'],
      '--cluster: expected an address such as https://proxy.example.com, found "https://x/v1/webapi"',
    ],
  ])('refuses %j', (argv, message) => {
    expect(() => parse(argv)).toThrow(expect.objectContaining({ name: 'StartError', message }));
  });
});

describe('a duration', () => {
  const parseTtl = (text: string) => parseFlags(HEADLESS_LOGIN_FLAGS, ['--ttl', text], {})?.ttl;
  test.each([
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['1h30m', 5_400_000],
    ['1h', 3_600_000],
  ])('reads %s', (text, ms) => {
    expect(parseTtl(text)).toBe(ms);
  });
  test.each(['5', 'm', '30m1h', '1d', '0s', '-1h', '1.5h'])('refuses %s', (text) => {
    expect(() => parseTtl(text)).toThrow(`--ttl: expected a duration such as 30m or 1h30m, found "${text}"`);
  });
});

describe('the environment', () => {
  test('has a variable for every flag', () => {
    const env = { POSTERN_PORT: '3081', POSTERN_TRUST_PROXY: '1', POSTERN_DATA_DIR: '/srv/postern' };
    expect(parse([], env)).toEqual({ port: 3081, trustProxy: true, dataDir: '/srv/postern' });
  });
  test('is overridden by the command line', () => {
    expect(parse(['--port', '3082'], { POSTERN_PORT: '3081' })).toEqual({ port: 3082 });
  });
  test('is ignored where a variable is empty', () => {
    expect(parse([], { POSTERN_PORT: '' })).toEqual({});
  });
  test('names the variable in its errors', () => {
    expect(() => parse([], { POSTERN_PORT: 'x' })).toThrow('POSTERN_PORT: expected a port from 0 to 65535, found "x"');
  });
});

test('the help text names every flag', () => {
  const text = helpText('npm start', START_FLAGS);
  for (const flag of Object.values(START_FLAGS)) expect(text).toContain(`--${flag.name}`);
});
