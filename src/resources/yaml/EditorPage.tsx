import { useParams } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';

/** The document of one row, as YAML. `new` stands for a row that does not exist yet. */
export default function EditorPage({ descriptor }: { descriptor: Resource }) {
  const { id = '' } = useParams();
  return (
    <h1>
      {descriptor.label[0]} {id}
    </h1>
  );
}
