# The bucket of the labels.
resource "aws_s3_bucket" "labels" {
  bucket = var.name
}

variable "name" {
  description = "Name of the bucket"
}

module "network" {
  source = "./network"
}

locals {
  region = "eu"
}
