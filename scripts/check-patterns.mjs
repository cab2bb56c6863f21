// No regular expression whose time grows faster than its text: one text of a stranger would stop the server. And none is made of a text.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { root } from './node.mjs';
import { sourceFiles } from './source-files.mjs';

/** What runs on the server, or in the browser of others. Tests and scripts read only what the project itself wrote. */
const READ = /^(?:apps\/[a-z]+|packages\/[a-z0-9-]+)\/src\//;
const NOT_READ = /\.(?:test|spec)\.tsx?$|\/test\/|\/test-kit\//;

export default function checkPatterns() {
  const found = sourceFiles()
    .filter((file) => READ.test(file) && !NOT_READ.test(file))
    .flatMap((file) => problemsOf(file, readFileSync(path.join(root, file), 'utf8')));
  for (const problem of found) console.error(problem);
  return found.length === 0 ? 0 : 1;
}

/** What is wrong with the patterns of a source file, a line each. */
export function problemsOf(file, code) {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const problems = [];
  const tell = (node, text) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    problems.push(`${file}:${line + 1}: ${text}`);
  };
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node) && isSlow(node.text))
      tell(node, `${node.text} may take far longer than its text is long`);
    if (makesPattern(node))
      tell(node, 'a pattern made of a text; write it as a literal, or read the text without one');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function isSlow(literal) {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse(
    { source: literal.slice(1, end), flags: literal.slice(end + 1) },
    { reportTypes: { Move: false } },
  );
  return reports.length > 0;
}

/** `new RegExp(text)` and `RegExp(text)`. */
function makesPattern(node) {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
}
