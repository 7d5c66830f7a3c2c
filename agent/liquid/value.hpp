#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace agent::liquid {

using namespace toolkit;

// What an expression of a template has as its value. Copies share what they refer to.
struct Value {
    enum class Kind {
        missing, // a variable, or a part of one, that does not exist; nil in every comparison
        json,
        empty_word, // `empty`: equal to a text, a list or an object without content
        blank_word, // `blank`: equal to those, to nil, to false, and to whitespace
        range,
    };

    Kind kind = Kind::missing;
    std::shared_ptr<const Json> json = {}; // not null of Kind::json
    std::int64_t first = 0; // of a range
    std::int64_t last = 0;

    bool is(Kind other) const { return kind == other; }
    bool is_nil() const;
    bool is_text() const;
    bool is_list() const;
    bool is_object() const;
    bool is_true() const; // everything but nil and false
};

Value made_of(Json json);
Value range_of(std::int64_t first, std::int64_t last);

// Without a copy: `json` has to live as long as the result.
Value referring_to(const Json& json);

// A part of a value, sharing it.
Value part_of(const Value& whole, const Json& part);

// What `name` says of a value: a member of an object; else `size`, and of lists and ranges `first`
// and `last`. `key` is an index (negative ones count from the end), or a name of a member.
Value member(const Value& value, std::string_view name);
Value element(const Value& value, const Value& key);

// As it is written in a template: nil as nothing, lists without anything between their elements.
// Throws BAD_REQUEST if it is an object with members, or contains one.
std::string text_of(const Value& value);

// As filters of texts see it: the same, but lists as shown() has them.
std::string text_in_filter(const Value& value);

// For messages, and to sort what has no other order: objects and lists as the reference
// implementation shows them, {"a"=>1}.
std::string shown(const Value& value);

// The whole value as JSON: ranges as lists, `empty`, `blank` and what is missing as null.
Json json_of(const Value& value);

// Do two values count as equal? Numbers by value, so 1 is 1.0; never a text and a number.
bool are_equal(const Value& left, const Value& right);

// For each element, in order; nested lists are flattened, an object counts as one element, nil as
// none, and anything else as itself.
void for_each_element(const Value& value, const std::function<void(const Value&)>& then);

// The number of those elements that a loop runs over, of a list, range or object.
std::size_t size_of(const Value& value);

}
