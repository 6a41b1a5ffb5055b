import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError } from "~/ui/forms/form-error";
import { PasswordField } from "~/ui/forms/password-field";
import { RadioGroup } from "~/ui/forms/radio-group";
import { SelectField } from "~/ui/forms/select-field";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { Icon, iconNames } from "~/ui/icons";
import { AuthLayout } from "~/ui/page-frame/auth-layout";
import { Tabs } from "~/ui/tabs";
import { TextLink } from "~/ui/text-link";

export function GalleryForm() {
  return (
    <form className="grid max-w-3xl gap-6">
      <FormError errors={[{ field: "price", message: "Valor inválido. Use números, ex: 49.90" }]}>
        Confira os campos marcados.
      </FormError>
      <RadioGroup
        label="Origem do vídeo"
        name="source"
        defaultValue="file"
        options={[
          { value: "file", label: "Enviar arquivo", hint: "MP4, MOV ou AVI, até 500 MB" },
          { value: "youtube", label: "Link do YouTube", hint: "Vídeo não listado" },
        ]}
      />
      <Field label="Título" name="title" required defaultValue="Violão para quem nunca tocou" />
      <TextAreaField label="Descrição" name="description" placeholder="O que se aprende neste vídeo?" />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          label="Preço (R$)"
          name="price"
          prefix="R$"
          inputMode="decimal"
          pattern="[0-9]+([.,][0-9]{1,2})?"
          defaultValue="quarenta"
          error="Valor inválido. Use números, ex: 49.90"
          hint="Você recebe 85% de cada venda."
        />
        <SelectField
          label="País"
          name="country"
          placeholder="Escolha…"
          options={[
            { value: "BR", label: "Brasil" },
            { value: "PT", label: "Portugal" },
          ]}
        />
      </div>
      <FileField
        label="Thumbnail"
        name="thumbnail"
        hint="JPG, PNG ou WEBP, até 5 MB"
        optionalLabel="(opcional)"
      />
      <Field label="Conta" name="account" disabled defaultValue="0001 / 12345-6" />
      <Button className="justify-self-start">Publicar</Button>
    </form>
  );
}

export function GallerySignIn() {
  return (
    <AuthLayout
      footer={null}
      backTo="/"
      backLabel="Voltar"
      title="Entrar"
      description="Para comprar e assistir."
      below={
        <>
          É criador? <TextLink to="/creator-login">Entre por aqui</TextLink>
        </>
      }
    >
      <Tabs
        label="Entrar ou criar conta"
        className="mb-6"
        items={[
          { to: "/sign-in", label: "Entrar", current: true },
          { to: "/sign-in?tab=signup", label: "Criar conta", current: false },
        ]}
      />
      <form className="grid gap-5">
        <FormError>Erro ao fazer login. Verifique suas credenciais.</FormError>
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <PasswordField
          label="Senha"
          name="password"
          showLabel="Mostrar senha"
          hideLabel="Ocultar senha"
          autoComplete="current-password"
          defaultValue="segredo"
        />
        <Button size="large">Entrar</Button>
        <Button variant="secondary" size="large">
          Entrar com Google
        </Button>
      </form>
    </AuthLayout>
  );
}

export function GalleryIcons() {
  return (
    <ul className="flex flex-wrap gap-4 text-ink-soft">
      {iconNames.map((name) => (
        <li key={name} className="w-20 text-center text-sm">
          <Icon name={name} className="mx-auto size-6" />
          {name}
        </li>
      ))}
    </ul>
  );
}
