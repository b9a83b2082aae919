// Roles as text, to ask an administrator for or to create (screens §19.3).

export type RoleRule = { resources: readonly string[]; verbs: readonly string[] };

/** What a role gives of one kind of resource: its labels, and the principals by their names in a role. */
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

/** A role that does not exist yet: its name and its document. */
export type RoleText = { name: string; text: string };

const toRole = (name: string, allow: readonly string[]): RoleText => ({
  name,
  text: ['kind: role', 'version: v6', 'metadata:', `  name: ${name}`, 'spec:', '  allow:', ...allow, ''].join('\n'),
});

/** A role that has the rules. */
export const rulesRole = (name: string, rules: readonly RoleRule[]): RoleText => toRole(name, ruleLines(rules));

/** A role that lets in: people of an identity provider get the values themselves, local users theirs by their traits. */
export const accessRole = ({ name, labels, fields }: AccessGrant, isSso: boolean): RoleText =>
  toRole(name, [
    `    ${labels}:`,
    `      '*': '*'`,
    ...Object.entries(fields).map(
      ([field, trait]) => `    ${field}: ${isSso ? `['REPLACE_ME']` : `['{{internal.${trait}}}']`}`,
    ),
    ...(isSso ? [] : ruleLines([{ resources: ['user'], verbs: ['update'] }])),
  ]);
