import { type TSchema, Type } from "@sinclair/typebox";

/** Fields of files: of those that others read without the tool each says what it is. */
export const OrNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
export const NumberOrNull = (description: string) => OrNull(Type.Number(), description);
export const HowMany = (description: string) => Type.Integer({ minimum: 0, description });
/** The place of something in a list, counted from 1. */
export const Nth = (description: string) => Type.Integer({ minimum: 1, description });
export const WordOf = <K extends string>(names: readonly K[], description: string) =>
  Type.Union(
    names.map((name) => Type.Literal(name)),
    { description },
  );
