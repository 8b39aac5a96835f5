/** What a visitor asks for. */
export type Asked = { category: string; place: string }
