#pragma once

#include "agent/channel/fields.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

// Private to agent/channel: reads JSON objects into structs as their tables declare them.

namespace agent::channel {

using namespace toolkit;

class Reader {
public:
    // strict: unknown fields are errors. tolerant: unknown fields are ignored, an unknown word of
    // an open enumeration becomes `other`, and optional fields may be null.
    enum class Manner { strict, tolerant };

    explicit Reader(Manner manner)
        : manner(manner)
    {
    }

    // Sets the members of `object`, a struct of the type that `table` declares. Moves values out of
    // `json`. Throws BAD_REQUEST or TOO_LARGE, naming the field by its path: hostTools[1].name.
    void read(const Table& table, Json& json, void* object);

private:
    using Names = std::vector<std::string_view>;

    void object(const Type& type, Json& json, void* value);
    void fields(const Table& table, Json& json, void* object, Names& read);
    void inline_fields(const Type& type, Json& json, void* value, Names& read);
    void field(const Row& row, Json& json, void* object, Names& read);
    void value(const Row& row, const Type& type, Json& json, void* value);
    void text(const Row& row, Json& json, void* value);
    void number(const Row& row, const Type& type, const Json& json, void* value);
    void word(const Type& type, const Json& json, void* value);
    void list(const Row& row, const Type& type, Json& json, void* value);
    void choice(const Row& row, const Type& type, Json& json, void* value);
    void document(const Row& row, Json& json, void* value);
    std::size_t chosen(const Type& type, const Json& json);
    void require_known(const Table& table, const Json& json, std::string_view tag);
    void require_read(const Json& json, const Names& read);
    [[noreturn]] void fail(const std::string& expected) const;

    const Manner manner;
    std::string path;
};

}
