import { useText } from "~/i18n/use-locale";
import { SelectField } from "~/ui/forms/select-field";
import type { Topic } from "./topic";

interface TopicFieldProps {
  topics: readonly Topic[];
  /** The chosen slug; empty for none. */
  chosen: string;
  error: string | undefined;
}

/** The topic of a video, on the forms of its creator. */
export function TopicField({ topics, chosen, error }: TopicFieldProps) {
  const t = useText();
  return (
    <SelectField
      name="topic"
      label={t("creator.topic")}
      optionalLabel={`(${t("common.optional")})`}
      error={error}
      defaultValue={chosen}
      placeholder={t("creator.topicNone")}
      options={topics.map(({ slug, name }) => ({ value: slug, label: name }))}
    />
  );
}
