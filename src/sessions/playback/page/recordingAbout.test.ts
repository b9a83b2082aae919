import { expect, test } from 'vitest';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { aboutOf } from './recordingAbout.ts';

test('shows the start date of a recording unless its times count from zero', () => {
  const timeline = new RecordingTimeline();
  timeline.add({ event: 'print', ms: 0, offset: 0, bytes: 1, ei: 0, time: new Date(0).toISOString() });
  expect(aboutOf(timeline).startedAt).toBeUndefined();
  timeline.add({ event: 'session.start', login: 'root', server_hostname: 'web-1', time: '0001-01-01T00:00:00Z' });
  expect(aboutOf(timeline).startedAt).toBeUndefined();
  const dated = new RecordingTimeline();
  dated.add({ event: 'session.start', login: 'root', server_hostname: 'web-1', time: '2030-01-02T03:04:05.000Z' });
  expect(aboutOf(dated)).toMatchObject({ title: 'root@web-1', startedAt: new Date('2030-01-02T03:04:05.000Z') });
});
