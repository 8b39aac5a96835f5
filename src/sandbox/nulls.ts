type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

/** The fields of a Stripe object that the sandbox never fills: `nulls('a b')` is `{ a: null, b: null }`. */
export const nulls = <Text extends string>(...names: Text[]): Record<Words<Text>, null> =>
  Object.fromEntries(
    names
      .join(' ')
      .split(' ')
      .map(name => [name, null]),
  ) as Record<Words<Text>, null>
