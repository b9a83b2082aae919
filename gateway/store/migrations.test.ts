import { expect, test } from 'vitest';
import { Database } from './database.ts';
import { migrate } from './migrations.ts';

const version = (db: Database) => db.get<{ user_version: number }>('PRAGMA user_version')?.user_version;

test('a new database gets every step once, and an old one only the missing steps', () => {
  const db = new Database(':memory:');
  migrate(db, ['CREATE TABLE a (x TEXT)']);
  expect(version(db)).toBe(1);
  migrate(db, ['CREATE TABLE a (x TEXT)', 'CREATE TABLE b (x TEXT)']);
  migrate(db, ['CREATE TABLE a (x TEXT)', 'CREATE TABLE b (x TEXT)']);
  expect(version(db)).toBe(2);
});

test('a failed step leaves the database unchanged', () => {
  const db = new Database(':memory:');
  expect(() => migrate(db, ['CREATE TABLE a (x TEXT)', 'CREATE TABLE b (x TEXT); nonsense'])).toThrow();
  expect(version(db)).toBe(1);
  expect(db.all("SELECT name FROM sqlite_master WHERE name = 'b'")).toEqual([]);
});

test('a database of a newer version is refused with a reason and not changed', () => {
  const db = new Database(':memory:');
  migrate(db, ['CREATE TABLE a (x TEXT)', 'CREATE TABLE b (x TEXT)']);
  expect(() => migrate(db, ['CREATE TABLE a (x TEXT)'])).toThrow(
    /newer version of this program \(schema 2, known up to 1\)/,
  );
  expect(version(db)).toBe(2);
});

test('the shipped schema has valid foreign keys and is migrated once', () => {
  const db = new Database(':memory:');
  migrate(db);
  migrate(db);
  expect(db.all<{ name: string }>('PRAGMA foreign_key_check')).toEqual([]);
});
