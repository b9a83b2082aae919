import type { Gateway } from '../gateway.ts';
import type { DocumentKindOf, SingletonOf } from './documentKindOf.ts';

export type DocumentKind = DocumentKindOf<Gateway>;
export type Singleton = SingletonOf<Gateway>;
