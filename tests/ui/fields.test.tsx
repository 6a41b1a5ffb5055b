import { describe, expect, it } from "vitest";
import { PasswordField } from "~/features/base/accounts/account-password";
import { Field, SelectField, TextAreaField } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { render, tag } from "./render";

const texts = { name: "price", label: "Preço", error: "Valor inválido", hint: "Em reais" };
const options = [
  { value: "BR", label: "Brasil" },
  { value: "PT", label: "Portugal" },
];

const kinds = [
  { kind: "Field", element: "input", make: (props: typeof texts) => <Field {...props} /> },
  { kind: "TextAreaField", element: "textarea", make: (props: typeof texts) => <TextAreaField {...props} /> },
  {
    kind: "SelectField",
    element: "select",
    make: (props: typeof texts) => <SelectField {...props} options={options} />,
  },
  { kind: "FileField", element: "input", make: (props: typeof texts) => <FileField {...props} /> },
  {
    kind: "PasswordField",
    element: "input",
    make: (props: typeof texts) => <PasswordField {...props} showLabel="Mostrar" hideLabel="Ocultar" />,
  },
];

describe.each(kinds)("a field of the kind $kind", ({ element, make }) => {
  it("ties label, error and hint to the control", () => {
    const markup = render(make(texts));
    const control = tag(markup, element);
    expect(control).toContain('id="field-price"');
    expect(control).toContain('name="price"');
    expect(control).toContain('aria-invalid="true"');
    expect(control).toContain('aria-describedby="field-price-error field-price-hint"');
    expect(tag(markup, "label")).toContain('for="field-price"');
    expect(markup).toMatch(/<p id="field-price-error"[^>]*>.*Valor inválido<\/p>/);
    expect(markup).toMatch(/<p id="field-price-hint"[^>]*>Em reais<\/p>/);
  });
});

it("the password's toggle is offered only with script", () => {
  const markup = render(
    <PasswordField label="Senha" name="password" showLabel="Mostrar" hideLabel="Ocultar" />,
  );
  expect(tag(markup, "input")).toContain('type="password"');
  expect(markup).not.toContain("<button");
});

it("a form's errors are announced and link to their fields", () => {
  const markup = render(
    <FormError errors={[{ field: "price", message: "Valor inválido" }]}>Confira</FormError>,
  );
  expect(tag(markup, "div")).toContain('role="alert"');
  expect(tag(markup, "a")).toContain('href="#field-price"');
  expect(render(<FormError />)).toBe("");
});
