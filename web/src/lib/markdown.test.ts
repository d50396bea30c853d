import { expect, it } from 'vitest';
import { html, slug } from './markdown';

it('writes what the rules are written in', () => {
  expect(html('## Rule 6 · Placing\n\nA *new* **knight** on `L<1`.')).toBe(
    '<h3 id="rule-6--placing">Rule 6 · Placing</h3>\n<p>A <i>new</i> <b>knight</b> on <code>L&lt;1</code>.</p>',
  );
  expect(html('1. one\n2. two\n\n- a\n- b')).toBe('<ol><li>one</li><li>two</li></ol>\n<ul><li>a</li><li>b</li></ul>');
  expect(html('> Anna\n>\n> Bruno')).toBe('<blockquote><p>Anna</p>\n<p>Bruno</p></blockquote>');
  expect(html('| a | b |\n| --- | --- |\n| 1 | 2* |')).toBe(
    '<div class="wide"><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2*</td></tr></table></div>',
  );
});

it('keeps links within the page, and lets nothing else through', () => {
  expect(html('[here](#tables), [there](../a.md), <b onclick="x">')).toBe(
    '<p><a href="#tables">here</a>, there, &lt;b onclick=&quot;x&quot;&gt;</p>',
  );
  expect(slug('The rules, one by one')).toBe('the-rules-one-by-one');
});
