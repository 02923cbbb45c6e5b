/** Whether a file of that name, in small letters, holds environment variables, which the host itself shows to nobody without asking; an example holds no secret. */
export const isSecretName = (name: string): boolean => /^\.env(?:\.(?!example$).*)?$/u.test(name);
