// Recorded desktops in the player: through the parts that the gateway sends, and through the socket of a 13.1 cluster.
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingFiles } from '../../gateway/recordings/files.ts';
import {
  axe,
  DESKTOP,
  launchBrowser,
  PHONE,
  visit,
  type SignedIn,
  type Visit,
  type VisitOptions,
} from '../support/browser.ts';
import { colourAt, writeDesktopRecording } from '../support/desktopRecording.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';

const CONFIG = `
cluster_name: example.test
auth: { second_factor: "off" }
`;
const STEP_MS = 250;
const LENGTH_MS = 180_000;

let gateway: Gateway;
let browser: Browser;
let state: SignedIn;
let sid = '';

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
  ({ signedIn: state } = await firstAccount(gateway));
  ({ sid } = await writeDesktopRecording(gateway.dataDir, {
    durationMs: LENGTH_MS,
    stepMs: STEP_MS,
    noise: 9000,
    idle: [[60_000, 100_000]],
    extra: [
      { ms: 30_000, message: { kind: 'notification', text: 'The desktop answers slowly', severity: 1 } },
      { ms: 40_000, message: { kind: 'activated', ioChannelId: 0, userChannelId: 0, width: 640, height: 448 } },
    ],
  }));
}, 120_000);
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const address = (id: string, more = '', length = LENGTH_MS) =>
  `/web/cluster/example.test/session/${id}?recordingType=desktop&durationMs=${length}${more}`;

/** `isCluster`: without the extensions of the gateway. */
async function open(
  id: string,
  more = '',
  { isCluster = false, length = LENGTH_MS, ...options }: VisitOptions & { isCluster?: boolean; length?: number } = {},
): Promise<Visit> {
  const person = await visit(browser, gateway.base, { state, ...options });
  if (isCluster)
    await person.page.route('**/web/config.js', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: withoutParts(await answer.text()) });
    });
  await person.page.goto(address(id, more, length));
  return person;
}
/** `/web/config.js` of a server without our extension. */
const withoutParts = (text: string): string => text.replace('"recordings.desktop":true,', '');
const picture = (page: Page) => page.getByRole('img', { name: 'Recorded screen' });
/** The step of the recording that the first tile shows. -1: no picture. */
async function shownStep(page: Page): Promise<number> {
  const found = await picture(page).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    return canvas.width < 64 ? [] : [...(canvas.getContext('2d')?.getImageData(20, 20, 1, 1).data ?? [])];
  });
  for (let step = 0; step * STEP_MS <= LENGTH_MS; step++)
    if (colourAt(step).every((value, at) => value === found[at])) return step;
  return -1;
}
const hashOf = (page: Page) =>
  picture(page).evaluate(async (element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(data));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16)).join();
  });
const shows = (page: Page, step: number, tolerance = 0) =>
  expect.poll(async () => Math.abs((await shownStep(page)) - step), { timeout: 10_000 }).toBeLessThanOrEqual(tolerance);
const position = (page: Page) =>
  page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow').then(Number);
const pause = async (page: Page) => {
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
};

test('playback starts automatically, at any speed, and stops on pause', async () => {
  const { page, end } = await open(sid);
  await expect.poll(() => shownStep(page), { timeout: 15_000 }).toBeGreaterThan(2);
  await page.getByText('16×', { exact: true }).click();
  await expect.poll(() => position(page), { timeout: 10_000 }).toBeGreaterThan(20);
  await page.getByRole('main').click();
  await page.keyboard.press('Space');
  await page.waitForTimeout(400); // pictures that were in transit under load
  const at = await shownStep(page);
  await page.waitForTimeout(400);
  expect(await shownStep(page)).toBe(at);
  expect(Math.abs(at * STEP_MS - (await position(page)) * 1000)).toBeLessThan(1500);
  await end();
});

test('the bar, keys and events seek forwards and backwards', async () => {
  const { page, end } = await open(sid, '#t=2m');
  await shows(page, 480, 8);
  await pause(page);
  const slider = page.getByRole('slider', { name: 'Position' });
  await slider.focus();
  await page.keyboard.press('Home');
  await shows(page, 0);
  await page.keyboard.press('Shift+ArrowRight');
  await shows(page, 120);
  await page.keyboard.press('ArrowLeft');
  await shows(page, 100);
  await page.keyboard.press('End');
  await shows(page, LENGTH_MS / STEP_MS - 1);
  await page.getByRole('complementary', { name: 'Events' }).getByText('Resized to 640 × 448').click();
  await shows(page, 160);
  expect(await picture(page).evaluate((element) => (element as HTMLCanvasElement).height)).toBe(448);
  await page.getByRole('complementary').getByText('The desktop answers slowly').click();
  await shows(page, 120);
  expect(await picture(page).evaluate((element) => (element as HTMLCanvasElement).height)).toBe(384);
  const box = await slider.evaluate((element) => {
    const { left, top, width, height } = (element.parentElement ?? element).getBoundingClientRect();
    return { left, y: top + height / 2, width };
  });
  await page.mouse.click(box.left + box.width * (150 / 180), box.y);
  await shows(page, 600, 3);
  await end();
});

test('a seek shows the same picture as playback to that time', async () => {
  const { page, end } = await open(sid);
  await expect.poll(() => shownStep(page), { timeout: 15_000 }).toBeGreaterThan(0);
  await page.getByText('16×', { exact: true }).click();
  for (const target of [20, 55]) {
    await expect.poll(() => position(page), { timeout: 20_000, interval: 20 }).toBeGreaterThan(target);
    await pause(page);
    const [at, step] = [await position(page), await shownStep(page)];
    await page.getByRole('slider', { name: 'Position' }).focus();
    await page.evaluate((hash) => void (location.hash = hash), `t=${at}s`);
    await expect.poll(() => shownStep(page)).toBeLessThanOrEqual(step);
    await page.waitForTimeout(200);
    const played = await hashOf(page);
    await page.keyboard.press('End');
    await shows(page, LENGTH_MS / STEP_MS - 1);
    await page.keyboard.press('Home');
    await shows(page, 0);
    await page.evaluate((hash) => void (location.hash = hash), `t=${at}.0s`);
    await expect.poll(() => hashOf(page), { timeout: 10_000 }).toBe(played);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
  }
  await end();
});

test('long pauses are skipped, and the pointer is shown', async () => {
  const { page, end } = await open(sid, '#t=59s');
  await shows(page, 236, 8);
  await expect.poll(() => position(page), { timeout: 10_000 }).toBeGreaterThan(99);
  const pointer = page.locator('main [class*=pointer]');
  await pointer.waitFor();
  const [inside, at] = [await picture(page).boundingBox(), await pointer.boundingBox()];
  expect(at?.x).toBeGreaterThanOrEqual(inside?.x ?? Infinity);
  expect(at?.x).toBeLessThanOrEqual((inside?.x ?? 0) + (inside?.width ?? 0));
  await end();
});

test('a link opens the same time, and a screenshot has the picture of that time', async () => {
  const { page, end } = await open(sid, '#t=2m10s', { permissions: ['clipboard-read', 'clipboard-write'] });
  await shows(page, 520, 8);
  await pause(page);
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('ArrowRight');
  const at = await position(page);
  await page.getByRole('button', { name: /^Copy link at/ }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`durationMs=${LENGTH_MS}#t=2m${at - 120}s`);
  await page.goto('about:blank');
  await page.goto(link);
  await shows(page, at * 4, 8);
  await pause(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /Screenshot/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^administrator@wks-7_.*\.png$/);
  const png = readFileSync(await download.path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([640, 448]);
  await end();
});

test('a video of the playback is saved', async () => {
  const { page, end } = await open(sid, '#t=2m57s');
  await shows(page, 708, 8);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 30_000 }),
    page.getByRole('menuitem', { name: /Video/ }).click(),
  ]);
  const video = readFileSync(await download.path());
  expect(video.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  await end();
});

test('a recording of a 13.1 cluster plays forwards, and seeks backwards by replaying', async () => {
  const { page, end } = await open(sid, '#t=50s', { isCluster: true });
  await page.getByText('Catching up').waitFor();
  await shows(page, 200, 8);
  await pause(page);
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('Home');
  await shows(page, 0);
  await page.keyboard.press('Shift+ArrowRight');
  await shows(page, 120);
  await page.getByRole('complementary', { name: 'Events' }).getByText('The desktop answers slowly').waitFor();
  await end();
});

test("an unknown recording of a 13.1 cluster shows the cluster's message", async () => {
  const { page, end } = await open('00000000-0000-4000-8000-000000000000', '', {
    isCluster: true,
    expects: [/status of 404/],
  });
  await page.getByText(/no recording of session/).waitFor();
  await end();
});

test('a recording with missing bytes shows an error', async () => {
  const cut = await writeDesktopRecording(gateway.dataDir, { durationMs: 60_000, noise: 9000 });
  truncateSync(recordingFiles(join(gateway.dataDir, 'recordings'), cut.sid).bytes, 1_000_000);
  const first = await open(cut.sid, '#t=50s');
  await first.page.getByText(/are missing in the recording/).waitFor();
  await first.end();
});

test('an address without a length plays if the server sends the length, and is explained otherwise', async () => {
  const path = `/web/cluster/example.test/session/${sid}?recordingType=desktop`;
  const person = await visit(browser, gateway.base, { state });
  await person.page.goto(path);
  await expect.poll(() => shownStep(person.page), { timeout: 15_000 }).toBeGreaterThanOrEqual(0);
  await person.page.route('**/web/config.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: withoutParts(await answer.text()) });
  });
  await person.page.goto('about:blank');
  await person.page.goto(path);
  await person.page.getByText(/length in milliseconds/).waitFor();
  await person.end();
});

test.each([
  ['a length of zero', `/web/cluster/example.test/session/x?recordingType=desktop&durationMs=0`, /length in milli/],
  ['a length that is not an integer', address('x', '', 1.5), /length in milliseconds/],
  ['an unknown session', address('0b0b0b0b-1111-4222-8333-444444444444'), /no such recording/],
])('the address with %s shows an explanation', async (_, path, words) => {
  const person = await visit(browser, gateway.base, { state, expects: [/status of 40[04]/] });
  await person.page.goto(path);
  await person.page.getByText(words).first().waitFor();
  await axe(person.page);
  await person.end();
});

test.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('axe finds no violations, %s %o', async (theme, size) => {
  const { page, end } = await open(sid, '#t=2m', { theme, size });
  await shows(page, 480, 8);
  await pause(page);
  await axe(page);
  if (size !== DESKTOP) await page.getByRole('button', { name: 'Events' }).click();
  await page.getByRole('complementary', { name: 'Events' }).getByText('Resized').waitFor();
  await axe(page);
  await page.getByRole('button', { name: 'More of the player' }).click();
  await page.getByText('Original size').waitFor();
  await axe(page);
  await end();
});
