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

describe.each(kinds)("$kind", ({ element, make }) => {
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

  it("says nothing of errors or hints where there are none", () => {
    const control = tag(render(make({ name: "price", label: "Preço", error: "", hint: "" })), element);
    expect(control).not.toContain("aria-invalid");
    expect(control).not.toContain("aria-describedby");
  });
});

it("asks phones for their number keys where only digits are held", () => {
  const input = tag(
    render(<DigitsField label="Cartão" name="cardNumber" max={16} maxLength={16} />),
    "input",
  );
  expect(input).toContain('inputMode="numeric"');
  expect(input).toContain('maxLength="16"');
});

it("passes input attributes on, and an id of the caller's own", () => {
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

it("offers the password's toggle only where script runs", () => {
  const markup = render(
    <PasswordField label="Senha" name="password" showLabel="Mostrar" hideLabel="Ocultar" />,
  );
  expect(tag(markup, "input")).toContain('type="password"');
  expect(markup).not.toContain("<button");
});

it("asks a radio group's question in its legend and describes the group by its error", () => {
  const markup = render(
    <RadioGroup label="Origem" name="source" options={options} defaultValue="PT" error="Escolha uma" />,
  );
  expect(tag(markup, "fieldset")).toContain('aria-describedby="field-source-error"');
  expect(markup).toMatch(/<legend[^>]*>Origem<\/legend>/);
  const [first = "", second = ""] = markup.match(/<input[^>]*>/g) ?? [];
  expect(first).not.toContain("checked");
  expect(second).toContain("checked");
});

it("announces a form's errors and leads from each to its field", () => {
  const markup = render(
    <FormError errors={[{ field: "price", message: "Valor inválido" }]}>Confira</FormError>,
  );
  expect(tag(markup, "div")).toContain('role="alert"');
  expect(tag(markup, "a")).toContain('href="#field-price"');
  expect(render(<FormError />)).toBe("");
});
