import ts from "typescript";
import { parse } from "./sources";

/** The server functions of a route module. */
const handlers = ["loader", "action"];

/**
 * Finds handlers that do not begin with their guard: `await guard({ request, context })`, alone or assigned, as the
 * first statement. In Remix v2 a layout's loader protects neither its children's loaders nor their actions. `text`:
 * the module; `guards`: those allowed. Returns a line for each handler, also for one that cannot be analysed.
 */
export function findUnguarded(text: string, guards: string[], only: string[] = handlers): string[] {
  const problems: string[] = [];
  for (const statement of parse(text).statements) {
    if (ts.isFunctionDeclaration(statement) && isExported(statement)) {
      const name = statement.name?.text ?? "";
      if (only.includes(name) && !beginsWithGuard(statement.body, guards))
        problems.push(`${name}: no guard first`);
    } else if (ts.isVariableStatement(statement) && isExported(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        if (only.includes(name.getText())) problems.push(`${name.getText()}: not a function declaration`);
      }
    } else if (ts.isExportDeclaration(statement)) {
      const names =
        statement.exportClause && ts.isNamedExports(statement.exportClause)
          ? statement.exportClause.elements.map((element) => element.name.text)
          : only;
      for (const name of names) if (only.includes(name)) problems.push(`${name}: exported from elsewhere`);
    }
  }
  return problems;
}

/** Returns the handlers of a route module. */
export function listHandlers(text: string): string[] {
  return handlers.filter((name) => findUnguarded(text, [], [name]).length > 0);
}

function isExported(statement: ts.FunctionDeclaration | ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function beginsWithGuard(body: ts.FunctionBody | undefined, guards: string[]): boolean {
  const first = body?.statements[0];
  if (!first) return false;
  if (ts.isExpressionStatement(first)) return isGuardCall(first.expression, guards);
  if (!ts.isVariableStatement(first)) return false;
  const [declaration] = first.declarationList.declarations;
  return declaration?.initializer !== undefined && isGuardCall(declaration.initializer, guards);
}

function isGuardCall(expression: ts.Expression, guards: string[]): boolean {
  if (!ts.isAwaitExpression(expression) || !ts.isCallExpression(expression.expression)) return false;
  const { expression: callee, arguments: given } = expression.expression;
  const takes = given[0] && ts.isObjectLiteralExpression(given[0]) ? given[0].properties : [];
  const names = takes.filter(ts.isShorthandPropertyAssignment).map((property) => property.getText());
  return guards.includes(callee.getText()) && names.includes("request") && names.includes("context");
}
