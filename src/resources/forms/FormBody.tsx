import { Fragment, type ComponentType } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import { Dot } from '../../ui/StateMark.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { FieldInput } from './FieldInput.tsx';
import { formSections, type Mode, type PanelProps } from './form.ts';
import { SheetSection } from './SheetSection.tsx';
import type { FormValues } from './useFormValues.ts';

/** Read-only panels of forms, by the names that descriptors use. */
export const rowPanels: Readonly<Record<string, ComponentType<PanelProps>>> = {
  logins: lazyComponent(() => import('../panels/LoginsPanel.tsx'), { name: 'Effective logins' }).Part,
  webSessions: lazyComponent(() => import('../panels/WebSessionsPanel.tsx'), { name: 'Sessions' }).Part,
};

type Props = {
  resource: Resource;
  mode: Mode;
  id: string | undefined;
  form: FormValues;
};

const UNSAVED = (
  <span className="row g6 t1">
    <Dot kind="warn" />
    Unsaved
  </span>
);

const panelsAfter = (resource: Resource, title: string): [string, ComponentType<PanelProps>][] =>
  Object.entries(resource.form?.panels ?? {}).flatMap(([name, after]) => {
    const panel = rowPanels[name];
    return panel && after === title ? [[name, panel]] : [];
  });

/** The sections of a form with their inputs, and the read-only panels between them. */
export const FormBody = ({ resource, mode, id, form }: Props) => {
  const sections = formSections(resource, mode);
  const first = sections[0]?.fields[0];
  return sections.map(({ title, aside, fields }) => {
    const isChanged = mode === 'edit' && fields.some(({ field }) => form.changes.includes(field.source));
    return (
      <Fragment key={title}>
        <SheetSection title={title} end={isChanged ? UNSAVED : aside && <span className="t3">{aside}</span>}>
          {fields.map((field) => (
            <FieldInput
              key={field.field.source}
              field={field}
              isHeaded={field.field.label === title}
              takesFocus={mode === 'create' && field === first}
              values={form.values}
              before={mode === 'edit' ? form.base : undefined}
              error={form.faults.get(field.field.source)}
              onChange={form.change}
            />
          ))}
        </SheetSection>
        {panelsAfter(resource, title).map(([name, Panel]) => (
          <Panel
            key={name}
            id={id}
            values={form.values}
            before={mode === 'create' ? undefined : form.base}
            isReadOnly={mode === 'read'}
          />
        ))}
      </Fragment>
    );
  });
};
