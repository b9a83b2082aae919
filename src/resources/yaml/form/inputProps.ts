import type { ReactNode } from 'react';
import type { DocumentInput } from '../../../descriptors/documentTypes.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import type { Problem } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';

/** What a form does to the text behind it. The same object for as long as the document is open. */
export type FormTools = {
  /** Undefined as value takes the field away. */
  change: (path: YamlPath, value: unknown) => void;
  /** Another name for a key of a map; its value stays where it is. */
  rename: (path: YamlPath, name: string) => void;
  fix: (problem: Problem) => void;
  /** Goes to the place in the text. */
  show: (path: YamlPath) => void;
};

/** Everything about the field of one place. */
export type PlaceProps = {
  input: Omit<DocumentInput, 'path'>;
  path: YamlPath;
  schema: LoadedSchema;
  value: unknown;
  /** What the server has there. */
  before: unknown;
  problems: readonly Problem[];
  /** Why nothing can be changed. */
  off: string | undefined;
  /** One of several fields of a box: its name stands in front of it. */
  inBox?: boolean;
  tools: FormTools;
};

/** The same, with what stands around the control. */
export type InputProps = PlaceProps & {
  label: ReactNode;
  help: ReactNode;
  error: ReactNode;
  /** The field of a part of the value, for inputs that have parts. */
  Part: (props: PlaceProps) => ReactNode;
};
