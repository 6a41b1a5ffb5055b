/** The shortest password taken anywhere (spec section 9), in characters. Apart from the forms' rules: those stay on the server. */
export const passwordMinLength = 6;
