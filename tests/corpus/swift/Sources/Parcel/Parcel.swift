import Foundation

/// A parcel in the app.
public struct Parcel {
    public static let maxGrams = 20_000
    let grams: Int

    public init(grams: Int) {
        self.grams = grams
    }

    /// Its price in cents.
    public func price() -> Int { grams / 10 }

    private func hide() {}
}

protocol Priced {
    func price() -> Int
}

extension Parcel: Priced {}
