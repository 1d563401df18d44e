const path = require("path");

class Shelf {
  constructor(items) {
    this.items = items;
  }
  first() {
    return this.items[0];
  }
  #secret() {}
}

module.exports = { Shelf, label: function (item) { return path.basename(item); } };
