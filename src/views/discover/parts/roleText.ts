// Roles as text, to request from an administrator or to create (screens §19.3).

export type RoleRule = { resources: readonly string[]; verbs: readonly string[] };

/** Access to one kind of resource: its labels, and the principals by their field names in a role. */
export type AccessGrant = {
  name: string;
  labels: string;
  /** Field of the role → trait of the user. */
  fields: Readonly<Record<string, string>>;
};

const list = (items: readonly string[]): string => `[${items.join(', ')}]`;

const ruleLines = (rules: readonly RoleRule[]): string[] =>
  rules.length === 0
    ? []
    : [
        '    rules:',
        ...rules.flatMap(({ resources, verbs }) => [
          `      - resources: ${list(resources)}`,
          `        verbs: ${list(verbs)}`,
        ]),
      ];

/** Name and document of a role that does not exist yet. */
export type RoleText = { name: string; text: string };

const toRole = (name: string, allow: readonly string[]): RoleText => ({
  name,
  text: ['kind: role', 'version: v6', 'metadata:', `  name: ${name}`, 'spec:', '  allow:', ...allow, ''].join('\n'),
});

/** A role that has the rules. */
export const rulesRole = (name: string, rules: readonly RoleRule[]): RoleText => toRole(name, ruleLines(rules));

/** A role that gives access: with literal values for users of an identity provider, with traits for local users. */
export const accessRole = ({ name, labels, fields }: AccessGrant, isSso: boolean): RoleText =>
  toRole(name, [
    `    ${labels}:`,
    `      '*': '*'`,
    ...Object.entries(fields).map(
      ([field, trait]) => `    ${field}: ${isSso ? `['REPLACE_ME']` : `['{{internal.${trait}}}']`}`,
    ),
    ...(isSso ? [] : ruleLines([{ resources: ['user'], verbs: ['update'] }])),
  ]);
