package org.example

import org.example.label.{Label, Size}

/** Sorts labels by their text. */
trait Sorter {
  def sort(labels: Seq[Label]): Seq[Label]
}

object Sorter {
  val Default = "text"
  def apply(): Sorter = new Sorter {
    def sort(labels: Seq[Label]) = labels.sortBy(_.text)
  }
}

case class Sorted(labels: Seq[Label])
