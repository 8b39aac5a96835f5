export default function DesignScreen() {
  return <div />
}
