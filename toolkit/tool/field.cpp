#include "toolkit/tool/field.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/tool/parameter_check.hpp"

#include <algorithm>
#include <utility>

namespace toolkit::tool {

namespace {

struct KindOfPlace {
    Kind operator()(const std::string* /*place*/) const { return Kind::text; }
    Kind operator()(const std::int64_t* /*place*/) const { return Kind::integer; }
    Kind operator()(const bool* /*place*/) const { return Kind::boolean; }
    Kind operator()(const std::vector<std::string>* /*place*/) const { return Kind::list; }
    Kind operator()(const std::map<std::string, std::string>* /*place*/) const { return Kind::map; }
    Kind operator()(const TextOrList* /*place*/) const { return Kind::text_or_list; }
    Kind operator()(const ChoicePlace& /*place*/) const { return Kind::choice; }
    Kind operator()(const IgnoredPlace& /*place*/) const { return Kind::ignored; }
    Kind operator()(const std::shared_ptr<const ObjectList>& /*place*/) const
    {
        return Kind::objects;
    }
    template<class T>
    Kind operator()(const std::optional<T>* /*place*/) const
    {
        return (*this)(static_cast<const T*>(nullptr));
    }
};

// Returns the value in a place; null if there is none.
struct ValueInPlace {
    template<class T>
    Json operator()(const T* place) const
    {
        return *place;
    }
    template<class T>
    Json operator()(const std::optional<T>* place) const
    {
        return *place ? (*this)(&**place) : Json();
    }
    Json operator()(const TextOrList* place) const
    {
        return std::visit([](const auto& value) { return Json(value); }, *place);
    }
    Json operator()(const ChoicePlace& place) const { return place.chosen; }
    Json operator()(const IgnoredPlace& /*place*/) const { return {}; }
    Json operator()(const std::shared_ptr<const ObjectList>& /*place*/) const { return {}; }
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
    } // accepts 3.0, too
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
    void operator()(TextOrList* place) const
    {
        if (value.is_array())
            (*this)(&place->emplace<std::vector<std::string>>());
        else
            (*this)(&place->emplace<std::string>());
    }
    template<class T>
    void operator()(std::optional<T>* place) const
    {
        (*this)(&place->emplace());
    }
    void operator()(const IgnoredPlace& /*place*/) const { }
    void operator()(const std::shared_ptr<const ObjectList>& place) const
    {
        place->clear();
        for (Json& object : value) {
            const std::vector<Slot> slots = place->add();
            for (std::size_t index = 0; index < slots.size(); ++index)
                assign(*place->rows[index].first, slots[index], object);
        }
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

// Returns the schema of the type, without what the declaration adds.
static Json schema_of_kind(const Field& field)
{
    switch (field.kind) {
    case Kind::integer: return {{"type", "integer"}};
    case Kind::boolean: return {{"type", "boolean"}};
    case Kind::list: return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case Kind::map: return {{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
    case Kind::choice: return {{"type", "string"}, {"enum", field.choices}};
    case Kind::objects: return {{"type", "array"}, {"items", schema_of(field.rows)}};
    case Kind::ignored: return Json::object();
    case Kind::text:
    case Kind::text_or_list: break;
    }
    return {{"type", "string"}};
}

Field field_of(const Declaration& declaration, const MemberPlace& place)
{
    Field field {declaration, std::visit(KindOfPlace {}, place)};
    if (!declaration.is_required)
        field.usual = std::visit(ValueInPlace {}, place);
    if (const auto* choice = std::get_if<ChoicePlace>(&place))
        field.choices = choice->names;
    if (const auto* objects = std::get_if<std::shared_ptr<const ObjectList>>(&place))
        for (const auto& [row, default_place] : (*objects)->rows)
            field.rows.push_back(field_of(*row, default_place));
    return field;
}

std::string description_of(const Field& field)
{
    std::string text(field.description);
    if (!field.limited_name.empty())
        text.append(" ").append(field.limited_name);
    return text;
}

const std::int64_t* limit_of(const Field& field, std::string_view keyword)
{
    for (const Limit& limit : field.limits)
        if (limit.keyword == keyword)
            return &limit.value;
    return nullptr;
}

Json schema_of(const Field& field)
{
    Json schema = schema_of_kind(field);
    if (field.format != nullptr && field.format->pattern != nullptr)
        schema["pattern"] = field.format->pattern;
    else if (field.format != nullptr)
        schema["minLength"] = 1;
    if (std::string description = description_of(field); !description.empty())
        schema["description"] = std::move(description);
    for (const auto& limit : field.limits)
        schema[limit.keyword] = limit.value;
    if (!json::is_nothing(field.usual))
        schema["default"] = field.usual;
    return schema;
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
