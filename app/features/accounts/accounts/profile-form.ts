import { z } from "zod";
import { emailField, text } from "./account-forms";

export const profileForm = z.object({ fullName: text(200), email: emailField });

export type ProfileForm = z.output<typeof profileForm>;
