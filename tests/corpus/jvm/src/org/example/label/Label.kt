package org.example.label

import org.example.Parcel

/** What is printed on a parcel. */
data class Label(val text: String) {
    fun print(parcel: Parcel): String = text + parcel.count()

    companion object {
        const val WIDTH = 40
    }
}

enum class Size { SMALL, LARGE }

fun Label.shout() = text.uppercase()

private fun hidden() {}
