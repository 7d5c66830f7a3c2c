#include "toolkit/tool/field.hpp"

#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <utility>

namespace toolkit::tool {

namespace {

// What a type is in a schema.
struct SchemaOfPlace {
    Json operator()(const std::string* /*place*/) const { return {{"type", "string"}}; }
    Json operator()(const std::int64_t* /*place*/) const { return {{"type", "integer"}}; }
    Json operator()(const bool* /*place*/) const { return {{"type", "boolean"}}; }
    Json operator()(const std::vector<std::string>* /*place*/) const
    {
        return {{"type", "array"}, {"items", {{"type", "string"}}}};
    }
    Json operator()(const std::map<std::string, std::string>* /*place*/) const
    {
        return {{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
    }
    template<class T>
    Json operator()(const std::optional<T>* /*place*/) const
    {
        return (*this)(static_cast<const T*>(nullptr));
    }
    Json operator()(const ChoicePlace& place) const
    {
        return {{"type", "string"}, {"enum", place.names}};
    }
};

// The value in a place; null if there is none.
struct ValueInPlace {
    template<class T>
    Json operator()(const T* place) const
    {
        return *place;
    }
    template<class T>
    Json operator()(const std::optional<T>* place) const
    {
        return *place ? Json(**place) : Json();
    }
    Json operator()(const ChoicePlace& place) const { return place.chosen; }
};

class Assignment {
public:
    explicit Assignment(Json& value)
        : value(value)
    {
    }

    void operator()(std::string* place) const { *place = std::move(value.get_ref<std::string&>()); }
    void operator()(std::int64_t* place) const
    {
        *place = value.get<std::int64_t>();
    } // also of 3.0
    void operator()(bool* place) const { *place = value.get<bool>(); }
    void operator()(std::vector<std::string>* place) const
    {
        place->clear();
        for (Json& element : value)
            place->push_back(std::move(element.get_ref<std::string&>()));
    }
    void operator()(std::map<std::string, std::string>* place) const
    {
        place->clear();
        for (const auto& [name, member] : value.items())
            place->emplace(name, std::move(member.get_ref<std::string&>()));
    }
    template<class T>
    void operator()(std::optional<T>* place) const
    {
        (*this)(&place->emplace());
    }
    void operator()(const ChoicePlace& place) const
    {
        const auto found
            = std::find(place.names.begin(), place.names.end(), value.get_ref<std::string&>());
        place.choose(static_cast<std::size_t>(found - place.names.begin()));
    }

private:
    Json& value;
};

}

Field field_of(const Declaration& declaration, const MemberPlace& place)
{
    Field field {declaration, std::visit(SchemaOfPlace {}, place)};
    if (!declaration.description.empty())
        field.schema["description"] = declaration.description;
    for (const auto& limit : declaration.limits)
        field.schema[limit.keyword] = limit.value;
    if (declaration.is_required)
        return field;
    if (Json value = std::visit(ValueInPlace {}, place); !json::is_nothing(value))
        field.schema["default"] = std::move(value);
    return field;
}

void assign(const Declaration& declaration, const Slot& slot, Json& values)
{
    const auto value = values.find(declaration.name);
    if (value == values.end())
        return;
    std::visit(Assignment(*value), slot.place);
    if (slot.is_encoded != nullptr)
        *slot.is_encoded = values.contains(declaration.encoded_name);
}

}
