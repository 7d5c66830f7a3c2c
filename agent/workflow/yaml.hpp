#pragma once

#include "agent/workflow/problems.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

using namespace toolkit;

// A value of a YAML file, with its place.
struct YamlNode {
    enum class Kind { scalar, list, map };

    Kind kind = Kind::scalar;
    Place place = {};
    Json scalar = {}; // null, true, a number or a text, by the core schema of YAML 1.2
    std::string text = {}; // the scalar as written: 0x10 for 16
    bool is_block = false; // a text after | or >, whose lines begin below `place`
    std::size_t indentation = 0; // of these lines
    std::vector<std::string> keys = {}; // the keys of a map, one for each item
    std::vector<Place> key_places = {};
    std::vector<YamlNode> items = {};

    // Returns the value of a key, or nullptr.
    const YamlNode* find(std::string_view key) const;

    // Returns the whole value as JSON.
    Json json() const;

    // Returns the place of a byte of a scalar's text, as exactly as its style allows.
    Place place_of(std::size_t offset) const;
};

constexpr std::size_t max_yaml_bytes = 1 << 20;
constexpr std::size_t max_yaml_depth = 64;
constexpr std::size_t max_yaml_nodes = 100'000; // including those that aliases repeat

// Reads one document of YAML 1.2 in UTF-8. Accepts what libyaml accepts, except tags, directives,
// merge keys, repeated keys, keys that are not scalars, more than one document, and control
// characters other than tabs and newlines. Throws Problem for the first error.
YamlNode yaml_document(std::string_view source);

// Returns the value of a plain scalar by the core schema of YAML 1.2: null, true, false, a number
// or a text. `.inf` and `.nan` become texts, since JSON does not have them.
Json plain_scalar(std::string_view text);

}
