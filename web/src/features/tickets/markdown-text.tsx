import type { ReactNode } from 'react';
import { type Block, type Inline, parseMarkdown } from './markdown.ts';

/** Text that people wrote, with the little Markdown that is understood. Draws text alone, never HTML. */
export function MarkdownText({ source }: { source: string }) {
  return <div className="grid gap-2 wrap-anywhere">{parseMarkdown(source).map(drawBlock)}</div>;
}

// The parts of a text have no identity of their own but their place in it.
function drawBlock(block: Block, at: number): ReactNode {
  if (block.kind === 'code')
    return (
      <pre key={at} className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-sm">
        {block.text}
      </pre>
    );
  if (block.kind === 'paragraph')
    return (
      <p key={at} className="whitespace-pre-wrap">
        {block.lines.map((line, index) => (
          <span key={index}>
            {index > 0 ? '\n' : null}
            {line.map(drawInline)}
          </span>
        ))}
      </p>
    );
  const items = block.items.map((item, index) => <li key={index}>{item.map(drawInline)}</li>);
  return block.ordered ? (
    <ol key={at} className="list-decimal pl-6">
      {items}
    </ol>
  ) : (
    <ul key={at} className="list-disc pl-6">
      {items}
    </ul>
  );
}

function drawInline(part: Inline, at: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return (
        <code key={at} className="rounded-sm bg-sunken px-1 font-mono text-sm">
          {part.text}
        </code>
      );
    case 'strong':
      return <strong key={at}>{part.children.map(drawInline)}</strong>;
    case 'emphasis':
      return <em key={at}>{part.children.map(drawInline)}</em>;
    case 'link':
      return (
        <a
          key={at}
          href={part.address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-primary-ink underline underline-offset-4"
        >
          {part.children.map(drawInline)}
        </a>
      );
  }
}
