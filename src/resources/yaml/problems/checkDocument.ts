import { at, isObject, textAt } from '../../../lib/json.ts';
import { ENTER_NOTE, KEPT_NOTE, RENEWED_NOTE } from '../../../wire/documentSecrets.ts';
import { nearestWord } from '../../../lib/nearestWord.ts';
import { documentLines, parseYaml, type YamlPath } from '../../../wire/yaml.ts';
import type { EditorKind, Fault } from '../kinds/kind.ts';
import { checkSchema, type Finding } from '../schema/checkSchema.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import { findingMessage, type UnknownFields } from './findingMessages.ts';
import { TextRanges } from './TextRanges.ts';
import { inTextOrder, pathText, type Problem, type Severity, type TextRange } from './problem.ts';
import { syntaxProblem } from './syntaxProblem.ts';

/** The rules that the document of one page is checked against. */
export type Rules = {
  /** Value of `kind`. */
  kind: string;
  /**
   * The name it had when it was opened. A document cannot be renamed (http-resources §11.1). Undefined for a new one.
   */
  name: string | undefined;
  schema: LoadedSchema;
  editorKind: EditorKind;
  /** Paths of values that the text never shows. */
  secrets?: readonly YamlPath[];
  /** The existing roles; undefined while they are loading, or if the user may not read them. */
  roleNames?: ReadonlySet<string> | undefined;
  /** What the server does with fields that are in no schema. Default: it removes them. */
  unknownFields?: UnknownFields;
  /** Major version of the server. It knows the fields that need this version or an older one. */
  serverMajor?: number;
};

/** `value` is undefined if the text cannot be parsed. */
export type CheckedDocument = { problems: readonly Problem[]; value: unknown; ranges: TextRanges };

/** Errors that every kind of document has (http-resources §11.1). */
function envelopeFault(document: unknown, { kind, name }: Rules): Fault | undefined {
  const fault = (message: string, ...path: string[]): Fault => ({ severity: 'error', path, message });
  if (document === null) return fault('The document is empty');
  if (!isObject(document)) return fault(`A ${kind} consists of the fields kind, version, metadata and spec`);
  const found = at(document, 'kind');
  if (found === undefined) return fault(`“kind” is missing: a line “kind: ${kind}”`);
  if (found !== kind)
    return fault(`This page edits documents of kind ${kind}, but this one has “${textAt(document, 'kind')}”`, 'kind');
  const named = textAt(document, 'metadata', 'name').trim();
  if (named === '') return fault('“metadata.name” is missing', 'metadata', 'name');
  if (name !== undefined && named !== name)
    return fault(
      `A ${kind} cannot be renamed: its name is “${name}”. Clone it under a new name instead`,
      'metadata',
      'name',
    );
  return undefined;
}

/** All problems of a text, in its order; errors first at the same position. Never throws. */
export function checkDocument(text: string, rules: Rules): CheckedDocument {
  const parsed = parseYaml(text);
  const ranges = new TextRanges(text);
  const several = documentsProblem(text, ranges);
  if (!parsed.ok) {
    const { line, column, message } = syntaxProblem(text, parsed);
    const range = ranges.restOfLine(line, column);
    return {
      problems: [{ severity: 'error', message: asSentence(message), path: [], range }, ...several],
      value: undefined,
      ranges,
    };
  }
  const found = [envelopeFault(parsed.value, rules) ?? rules.editorKind.validate?.(parsed.value) ?? []].flat();
  const faults = found.map((fault) => toProblem(fault, ranges));
  if (faults.length === 0) faults.push(...unenteredSecrets(text, parsed.value, rules, ranges));
  const hidden = (rules.secrets ?? []).filter((path) => isHidden(text, ranges.ofKey(path)));
  const reported = new Set([
    ...[...faults.map(({ path }) => path), ...hidden].map(pathText),
    ...(rules.editorKind.filledIn ?? []),
  ]);
  const warnings = checkSchema(rules.schema.files, rules.schema.start, parsed.value)
    .filter((finding) => finding.kind !== 'newer' || Number(finding.since) > (rules.serverMajor ?? 0))
    .filter(
      (finding) => !reported.has(pathText(finding.kind === 'missing' ? [...finding.path, finding.name] : finding.path)),
    )
    .map((finding) => foundProblem(finding, ranges, rules.unknownFields ?? 'removed'));
  const problems = [...faults, ...several, ...warnings, ...missingRoles(parsed.value, rules, ranges)];
  return { problems: inTextOrder(problems), value: parsed.value, ranges };
}

/** The server reads the first document of a text and drops the others silently. */
function documentsProblem(text: string, ranges: TextRanges): readonly Problem[] {
  const lines = documentLines(text);
  const [, second] = lines;
  if (second === undefined) return [];
  const message = `This text has ${lines.length} documents. The server saves one at a time. Keep one here and create the others separately`;
  return [{ severity: 'error', message, path: [], range: ranges.restOfLine(second, 1) }];
}

/**
 * Lines with the note “entered in the form” although no value was entered. The server's error for them would not
 * explain this.
 */
function unenteredSecrets(
  text: string,
  document: unknown,
  { secrets = [] }: Rules,
  ranges: TextRanges,
): readonly Problem[] {
  return secrets.flatMap((path): Problem[] => {
    const range = ranges.ofKey(path);
    if (at(document, ...path) !== null || !lineAt(text, range).includes(ENTER_NOTE)) return [];
    const message = `“${pathText(path)}” has no value yet: enter it in the form, or remove the line`;
    return [{ severity: 'error', message, path, range }];
  });
}

/** The server accepts unknown names, but they grant nothing. */
function missingRoles(
  value: unknown,
  { editorKind, roleNames, name: ownName }: Rules,
  ranges: TextRanges,
): readonly Problem[] {
  if (!roleNames) return [];
  return (editorKind.roleNames?.(value) ?? []).flatMap(({ name, path }): Problem[] => {
    if (name === '' || name === ownName || roleNames.has(name)) return [];
    const suggestion = nearestWord(name, [...roleNames]);
    const message = `There is no role “${name}”${suggestion === undefined ? '' : `. Did you mean “${suggestion}”?`}`;
    const fix = suggestion === undefined ? undefined : { label: `Change to ${suggestion}`, text: suggestion };
    return [{ severity: 'warning', message, path, range: ranges.ofValue(path), ...(fix && { fix }) }];
  });
}

/** The line has a note in place of the value: the server has a value, or it was entered and will be written. */
const isHidden = (text: string, range: TextRange): boolean => {
  const line = lineAt(text, range);
  return line.includes(KEPT_NOTE) || line.includes(RENEWED_NOTE);
};

const lineAt = (text: string, { line }: TextRange): string => text.split('\n')[line - 1] ?? '';

const asSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

/** A field with a name close to a known one is a mistake. Any other unknown field may be intended. */
const severityOf = ({ kind }: Finding, fix: string | undefined): Severity =>
  kind === 'newer' || (kind === 'unknown' && fix === undefined) ? 'note' : 'warning';

const toProblem = ({ severity, path, message }: Fault, ranges: TextRanges): Problem => ({
  severity,
  message: asSentence(message),
  path,
  range: ranges.ofValue(path),
});

function foundProblem(finding: Finding, ranges: TextRanges, unknownFields: UnknownFields): Problem {
  const { message, fix } = findingMessage(finding, unknownFields);
  const range = finding.kind === 'unknown' ? ranges.ofKey(finding.path) : ranges.ofValue(finding.path);
  return {
    severity: severityOf(finding, fix),
    message,
    path: finding.path,
    range,
    ...(fix !== undefined && { fix: { label: `Change to ${fix}`, text: fix } }),
  };
}

/** The parsed value of a text; undefined if it cannot be parsed. */
export function readPlainValue(text: string): unknown {
  const parsed = parseYaml(text);
  return parsed.ok ? parsed.value : undefined;
}
