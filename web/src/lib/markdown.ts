/** As much of Markdown as the rules are written in, as HTML. Everything else stays plain text. */

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** The address of a heading within its page. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

// Only links within the page lead somewhere; of the others the words are kept.
const link = (_: string, words: string, to: string): string =>
  to.startsWith('#') ? `<a href="${to}">${words}</a>` : words;

/** Text within a line. */
export function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      /^`.+`$/.test(part)
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part)
            .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, link)
            .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
            .replace(/(^|[^\w*])\*(?=\S)([^*]*[^*\s])\*(?!\w)/g, '$1<i>$2</i>'),
    )
    .join('');
}

const cells = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

function table([head, , ...rows]: string[]): string {
  const cell = (words: string, tag: string) => (words ? `<${tag}>${words}</${tag}>` : '<td></td>'); // nothing heads nothing
  const line = (row: string, tag: string) =>
    `<tr>${cells(row)
      .map((words) => cell(words, tag))
      .join('')}</tr>`;
  return `<div class="wide"><table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table></div>`;
}

const items = (lines: string[], mark: RegExp): string =>
  lines
    .join('\n')
    .split(mark)
    .filter(Boolean)
    .map((item) => `<li>${inline(item.trim())}</li>`)
    .join('');

function block(lines: string[]): string {
  const heading = /^(#+) (.+)$/.exec(lines[0]);
  if (heading) {
    const [, { length }, words] = heading;
    return `<h${length + 1} id="${slug(words)}">${inline(words)}</h${length + 1}>`;
  }
  if (lines[0].startsWith('|')) return table(lines);
  if (/^- /.test(lines[0])) return `<ul>${items(lines, /^- /m)}</ul>`;
  if (/^\d+\. /.test(lines[0])) return `<ol>${items(lines, /^\d+\. /m)}</ol>`;
  return `<p>${inline(lines.join(' '))}</p>`;
}

export function html(markdown: string): string {
  const made: string[] = [];
  let lines: string[] = [];
  let quoted: string[] = [];
  const end = () => {
    if (lines.length) made.push(block(lines));
    lines = [];
  };
  for (const line of [...markdown.split(/\r?\n/), '']) {
    if (/^>/.test(line)) {
      end();
      quoted.push(line.replace(/^> ?/, ''));
      continue;
    }
    if (quoted.length) made.push(`<blockquote>${html(quoted.join('\n'))}</blockquote>`);
    quoted = [];
    if (line.trim()) lines.push(line);
    else end();
  }
  end();
  return made.join('\n');
}
