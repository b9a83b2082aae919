import { isValidElement, memo, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { visibleText } from '../../../lib/visibleText.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import styles from './Markdown.module.css';
import { isTooComplex } from './markdownLimits.ts';

/** An address that a browser may open. Undefined for all other texts. */
function webAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !/^https?:\/\//i.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Opens another origin in a new tab, only on a click. It shows the host, because the author chose the link text. */
function OuterLink({ address, children }: { address: string | undefined; children: ReactNode }) {
  const url = webAddress(address);
  if (!url) return <span>{children}</span>;
  return (
    <>
      <a className="link" href={url.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>{' '}
      <span className="t3 small">({url.host})</span>
    </>
  );
}

const textIn = (node: ReactNode): string => {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textIn).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textIn(node.props.children) : '';
};

function CodeBlock({ children }: ComponentPropsWithoutRef<'pre'>) {
  return (
    <div className={styles.code}>
      <pre tabIndex={0} role="region" aria-label="Code">
        {children}
      </pre>
      <span className={styles.copy}>
        <CopyButton text={textIn(children)} />
      </span>
    </div>
  );
}

const heading = ({ children }: { children?: ReactNode }) => <p className="semi">{children}</p>;

/** All elements of an answer. Pictures are links, because the browser would load them from any address in an answer. */
const components: Components = {
  a: ({ href, children }) => <OuterLink address={href}>{children}</OuterLink>,
  img: ({ src, alt }) => <OuterLink address={typeof src === 'string' ? src : undefined}>{alt || 'Picture'}</OuterLink>,
  pre: CodeBlock,
  table: ({ children }) => (
    <div className={styles.table} tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  input: ({ checked }) => <span aria-hidden>{checked ? '☑' : '☐'}</span>,
};

type TreeNode = { type: string; children?: TreeNode[] };

/** Shows HTML as text: `<name>` in a sentence is meant literally. */
function showHtml() {
  return function show(node: TreeNode): void {
    if (node.type === 'html') node.type = 'text';
    node.children?.forEach(show);
  };
}

const remarkPlugins = [remarkGfm, showHtml];
const rehypePlugins = [rehypeSanitize];
const urlTransform = (url: string): string => webAddress(url)?.href ?? '';

/** An answer as GitHub-flavoured Markdown, without HTML (screens §20.3). */
const Markdown = memo(({ text }: { text: string }) => {
  const safeText = visibleText(text);
  if (isTooComplex(safeText)) return <p className={styles.plain}>{safeText}</p>;
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        urlTransform={urlTransform}
        components={components}
      >
        {safeText}
      </ReactMarkdown>
    </div>
  );
});
export default Markdown;
