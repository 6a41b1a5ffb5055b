/** The shortest password taken anywhere (product.md, Constants), in characters. Apart from the forms' rules: those stay on the server. */
export const passwordMinLength = 6;
