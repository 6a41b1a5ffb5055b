import { describe, expect, it } from "vitest";
import { DigitsField } from "~/ui/forms/digits-field";
import { Field } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { PasswordField } from "~/ui/forms/password-field";
import { RadioGroup } from "~/ui/forms/radio-group";
import { SelectField } from "~/ui/forms/select-field";
import { TextAreaField } from "~/ui/forms/text-area-field";
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

  it("has no error or hint element without them", () => {
    const control = tag(render(make({ name: "price", label: "Preço", error: "", hint: "" })), element);
    expect(control).not.toContain("aria-invalid");
    expect(control).not.toContain("aria-describedby");
  });
});

it("fields of digits ask phones for the number keys", () => {
  const input = tag(
    render(<DigitsField label="Cartão" name="cardNumber" max={16} maxLength={16} />),
    "input",
  );
  expect(input).toContain('inputMode="numeric"');
  expect(input).toContain('maxLength="16"');
});

it("a field passes input attributes on, and keeps the caller's id", () => {
  const markup = render(
    <Field
      label="Cartão"
      name="cardNumber"
      id="card"
      inputMode="numeric"
      pattern="\d*"
      maxLength={16}
      required
    />,
  );
  const input = tag(markup, "input");
  for (const attribute of [
    'id="card"',
    'inputMode="numeric"',
    'pattern="\\d*"',
    'maxLength="16"',
    "required",
  ]) {
    expect(input).toContain(attribute);
  }
  expect(tag(markup, "label")).toContain('for="card"');
});

it("the password's toggle is offered only with script", () => {
  const markup = render(
    <PasswordField label="Senha" name="password" showLabel="Mostrar" hideLabel="Ocultar" />,
  );
  expect(tag(markup, "input")).toContain('type="password"');
  expect(markup).not.toContain("<button");
});

it("a radio group has its question in the legend, and is described by its error", () => {
  const markup = render(
    <RadioGroup label="Origem" name="source" options={options} defaultValue="PT" error="Escolha uma" />,
  );
  expect(tag(markup, "fieldset")).toContain('aria-describedby="field-source-error"');
  expect(markup).toMatch(/<legend[^>]*>Origem<\/legend>/);
  const [first = "", second = ""] = markup.match(/<input[^>]*>/g) ?? [];
  expect(first).not.toContain("checked");
  expect(second).toContain("checked");
});

it("a form's errors are announced and link to their fields", () => {
  const markup = render(
    <FormError errors={[{ field: "price", message: "Valor inválido" }]}>Confira</FormError>,
  );
  expect(tag(markup, "div")).toContain('role="alert"');
  expect(tag(markup, "a")).toContain('href="#field-price"');
  expect(render(<FormError />)).toBe("");
});
