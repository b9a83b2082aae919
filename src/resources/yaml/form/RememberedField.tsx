import { memo, type ReactNode } from 'react';
import { isSameValue } from '../../../wire/yaml.ts';
import type { PlaceProps } from './inputProps.ts';

type Props = PlaceProps & { Part: (props: PlaceProps) => ReactNode };

/** A document is read anew at each change; of its fields only those are drawn anew that say something else. */
export const RememberedField = memo(
  function RememberedField({ Part, ...props }: Props) {
    return <Part {...props} />;
  },
  (a, b) =>
    a.input === b.input &&
    a.schema === b.schema &&
    a.tools === b.tools &&
    a.off === b.off &&
    isSameValue(a.value, b.value) &&
    isSameValue(a.before, b.before) &&
    isSameValue(a.problems, b.problems),
);
