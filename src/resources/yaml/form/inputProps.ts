import type { ReactNode } from 'react';
import type { DocumentInput } from '../../../descriptors/documentTypes.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import type { Problem } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';

/** How a form changes the text behind it. The same object for as long as the document is open. */
export type FormTools = {
  /** The value undefined removes the field. */
  change: (path: YamlPath, value: unknown) => void;
  /** Renames a key of a map. Its value keeps its position. */
  rename: (path: YamlPath, name: string) => void;
  fix: (problem: Problem) => void;
  /** Shows the path in the text. */
  show: (path: YamlPath) => void;
};

/** Everything about the field of one path. */
export type FieldProps = {
  input: Omit<DocumentInput, 'path'>;
  path: YamlPath;
  schema: LoadedSchema;
  value: unknown;
  /** The server's value. */
  before: unknown;
  problems: readonly Problem[];
  /** Why the field is disabled. */
  off: string | undefined;
  /** One of several fields of a box: the label is in front of it. */
  inBox?: boolean;
  tools: FormTools;
};

/** The same, with label, help and error. */
export type InputProps = FieldProps & {
  label: ReactNode;
  help: ReactNode;
  error: ReactNode;
  /** The field for a part of the value, for inputs that have parts. */
  Part: (props: FieldProps) => ReactNode;
};
