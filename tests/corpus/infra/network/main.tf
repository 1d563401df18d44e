output "id" {
  value = "n"
}
