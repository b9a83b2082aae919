// Texts that users and administrators read, and comments, use the words of the field in plain sentences.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

type Text = { at: string; text: string };

const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*\/?|\{\/\*)\s?(?<whole>.*)|\s\/\/ (?<behind>.*)/;

/** Lines of comments without quoted code, except directives for a tool. A syntax tree of each file would take long. */
const commentsOf = (file: string, source: string): readonly Text[] =>
  source.split('\n').flatMap((line, i) => {
    const { whole, behind } = COMMENT.exec(line)?.groups ?? {};
    const text = (whole ?? behind ?? '').replaceAll(/`[^`]*`/g, '`…`').replace(/\s*\*\/\}?$/, '');
    return text === '' || text.startsWith('oxlint-') ? [] : [{ at: `${file}:${i + 1}`, text }];
  });

/** String literals, templates and the text of elements. `…` replaces inserted values. */
function textsOf(file: string, source: string): readonly Text[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Text[] = [];
  const add = (node: ts.Node, text: string): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    found.push({ at: `${file}:${line}`, text: text.replaceAll(/\s+/g, ' ').trim() });
  };
  const textOfChild = (child: ts.JsxChild): string => {
    if (ts.isJsxText(child)) return child.text;
    const inner = ts.isJsxExpression(child) ? child.expression : undefined;
    return inner && ts.isStringLiteral(inner) ? inner.text : '…';
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node))
      add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    else if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && node.children.some(ts.isJsxText))
      add(node, node.children.map(textOfChild).join(''));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Forbidden in texts and comments. */
const DIALECT: readonly RegExp[] = [
  /\b(whoever|whatever|nobody|somebody|everybody|anybody)\b/i,
  /\b(anew|meanwhile|begun|vouch(es)?|herein|thereof)\b/i,
  /\bmend(s|ed|ing)?\b/i,
  /\b(is|are|was|were|be) (told|said)\b/,
];

/** Nor in the titles of tests. */
const TITLE_DIALECT: readonly RegExp[] = [
  ...DIALECT,
  /\b(all the same|in vain|to be had|no matter|without a word|takes? along|at hand|of old|forgives?)\b/i,
  /\b(as (it|they) stands?|on (its|the|their) way|lets? go|goes on|spoil(s|ed|t)?)\b/i,
  /, (too|either|though|alone)$/,
];

const WORDS: readonly RegExp[] = [
  ...DIALECT,
  /\b(stands?|stood) (in|for|at|here|there|beside|before)\b/,
  /(?<!\bthere )\b(is|are|was|were) no\b(?! longer\b)/i,
  /\b(of|not) (yours|theirs)\b|\bone[’']s own\b|\bof its own accord\b/i,
  /\blets? (nothing|go)\b|\b(goes|go|went) (on|anew)\b|\bspeaks? of\b|\bany more\b/i,
  /\btak(e|es|en|ing) (away|back)\b/,
  /^Not (allowed|known|readable) are\b|\bwhat others\b/i,
];

/** Texts that were replaced before, and similar texts (language: "Replace these texts"). */
const REPLACED: readonly RegExp[] = [
  /nothing is called that|(has )?said nothing( yet)?|looks what is there|what differs first|what has scrolled away/i,
  /select the row or not|cannot join any more|no dashboard|nothing onto the clipboard|what would turn/i,
  /\bas you stopped\b|\bwaits for (its|your)\b|\bnothing has (that|this)\b|\bis there already\b/i,
];

/** Two sentences in one: a semicolon and a lower-case letter, in a text of six words or more. */
const isGlued = (text: string): boolean => /[\p{L}\d”"’)…]; [a-z]/u.test(text) && text.split(' ').length >= 6;

/** Texts that are not ours, or that users do not read. */
const EXCEPTIONS: readonly { file?: RegExp; text?: RegExp; because: string }[] = [
  { file: /^gateway\/store\//, text: /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA)\b/, because: 'SQL' },
  { file: /^gateway\/identity\/commonPasswords\.ts$/, because: 'a list of passwords' },
  { file: /^gateway\/http\/headers\.ts$/, because: 'header values' },
  { file: /planner\/(host|service)Intents\.ts$/, text: /\bfi$|head -n/, because: 'shell commands' },
  { file: /^gateway\/tokens\/scripts\/|\/(SshCommand|loginCommand|commandFiles)\.ts$/, because: 'shell scripts' },
  { text: /^rpc error: code = |^invalid connector name: |^cannot delete the last /, because: 'the API contract' },
  { text: /stands for any text/, because: 'a pattern character stands for text' },
];
const isExcepted = ({ at, text }: Text): boolean =>
  EXCEPTIONS.some((one) => (one.file?.test(at.replace(/:\d+$/, '')) ?? true) && (one.text?.test(text) ?? true));

const faultsOf = (texts: readonly Text[]): readonly string[] =>
  texts
    .filter(
      ({ text }) => text.includes(' ') && ([...WORDS, ...REPLACED].some((one) => one.test(text)) || isGlued(text)),
    )
    .filter((text) => !isExcepted(text))
    .map(({ at, text }) => `${at} ${text}`);

/** The texts of a field that the editor shows. */
const descriptionsOf = (file: string, source: string): readonly Text[] =>
  source.split('\n').flatMap((text, i) => {
    const [, found] = /"(?:title|description)": "(.*)"/.exec(text) ?? [];
    return found === undefined ? [] : [{ at: `${file}:${i + 1}`, text: found }];
  });

const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)*\(|[\])]\)\()\s*(?<quote>['"`])(?<title>.*?)(?<!\\)\k<quote>,/g;

const titlesOf = (file: string, source: string): readonly Text[] =>
  [...source.matchAll(TITLE)].map(({ groups }) => ({ at: file, text: groups?.['title'] ?? '' }));

const TEST_FILE = /\.test(-d)?\.tsx?$/;
const filesIn = (rooms: readonly string[]): readonly string[] =>
  rooms.flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)));
const files = filesIn(['src', 'gateway']).filter((file) => !TEST_FILE.test(file));
const sources = files.filter((file) => /\.(tsx?|mjs|cjs|schema\.json)$/.test(file));

test('screen and error texts contain no word or pattern of the list', () => {
  const texts = sources.flatMap((file) =>
    (file.endsWith('.json') ? descriptionsOf : textsOf)(file, readFileSync(file, 'utf8')),
  );
  expect(texts.length).toBeGreaterThan(10_000);
  expect(faultsOf(texts)).toEqual([]);
});

test('comments contain no word or pattern of the list', () => {
  const comments = files
    .filter((file) => /\.(tsx?|mjs|cjs|css)$/.test(file))
    .flatMap((file) => commentsOf(file, readFileSync(file, 'utf8')));
  expect(comments.length).toBeGreaterThan(8_000);
  const faults = comments.filter(({ text }) => DIALECT.some((one) => one.test(text)));
  expect(faults.map(({ at, text }) => `${at} ${text}`)).toEqual([]);
});

test('no title of a test has one', () => {
  const titles = filesIn(['src', 'gateway', 'tests'])
    .filter((file) => TEST_FILE.test(file))
    .flatMap((file) => titlesOf(file, readFileSync(file, 'utf8')));
  expect(titles.length).toBeGreaterThan(5_000);
  const faults = titles.filter(({ text }) => TITLE_DIALECT.some((one) => one.test(text)));
  expect(faults.map(({ at, text }) => `${at} ${text}`)).toEqual([]);
});

test('each entry of the changelog is one line that starts with its kind', () => {
  const { 1: entries = '' } = readFileSync('CHANGELOG.md', 'utf8').split(/^## Unreleased$/m);
  const lines = entries.split('\n').filter((line) => line !== '' && !/^#{2,3} /.test(line));
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.filter((line) => !/^- (Added|Changed|Fixed|Security)\b/.test(line))).toEqual([]);
});

describe('the guard', () => {
  test.each([
    "const a = 'Whoever knows this token may join';",
    "const a = 'Your file is no text';",
    'const a = `The query has a mistake; mend it first`;',
    "const a = 'The reason stands beside each';",
    'const a = <p>The rows stay; the {name} is loaded again</p>;',
    'const a = <p>Nobody has been{" "}here</p>;',
    'const a = `${count} were not begun, as you stopped`;',
    "const a = 'A lock shuts out one of yours, and sessions of theirs go on';",
    "const a = 'Nothing is called that';",
  ])('reports the text in %s', (source) => {
    expect(faultsOf(textsOf('src/a.tsx', source))).toHaveLength(1);
  });

  test.each([
    "const a = 'There is no role “dev”';",
    "const a = 'Sessions are no longer recorded';",
    "import a from './whoever is.ts';",
    'const nobody = <p className="whoever">The rest is still loading</p>;',
    "const a = 'default-src; script-src';",
  ])('accepts the text in %s', (source) => {
    expect(faultsOf(textsOf('src/a.tsx', source))).toEqual([]);
  });

  test('finds comments with their lines', () => {
    const source =
      '/** One `begun`. */\n/**\n * Two\n */\nconst a = "a//b"; // three\n  {/* four */}\n// oxlint-disable-line\n';
    expect(commentsOf('src/a.tsx', source)).toEqual([
      { at: 'src/a.tsx:1', text: 'One `…`.' },
      { at: 'src/a.tsx:3', text: 'Two' },
      { at: 'src/a.tsx:5', text: 'three' },
      { at: 'src/a.tsx:6', text: 'four' },
    ]);
  });

  test('reports file and line', () => {
    expect(faultsOf(textsOf('src/a.ts', "const a = 1;\nconst b = 'Nobody is here';"))).toEqual([
      'src/a.ts:2 Nobody is here',
    ]);
  });
});
