#include "agent/model/served_models.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <array>

namespace agent::model {

std::vector<std::string> models_in(const Json& answer)
{
    constexpr std::size_t max_models = 1000;
    std::vector<std::string> names;
    const Json& list = json::member(answer, "data");
    if (list.is_array())
        for (const auto& entry : list)
            if (std::string name = json::string_member(entry, "id");
                !name.empty() && names.size() < max_models)
                names.push_back(std::move(name));
    return names;
}

static std::int64_t number_at(const Json& object)
{
    static constexpr std::array fields {
        "max_model_len", "loaded_context_length", "context_length", "context_window", "n_ctx"};
    static constexpr std::int64_t max_context = 1 << 30;
    for (const char* field : fields)
        if (const Json& value = json::member(object, field); value.is_number_unsigned())
            return static_cast<std::int64_t>(
                std::min<std::uint64_t>(value.get<std::uint64_t>(), max_context));
    return 0;
}

static bool is_of(const Json& entry, const std::string& model)
{
    return model.empty() || json::string_member(entry, "id") == model
        || json::string_member(entry, "name") == model
        || json::string_member(entry, "model") == model;
}

std::int64_t context_in(const Json& answer, const std::string& model)
{
    if (const auto size = number_at(json::member(answer, "default_generation_settings")))
        return size;
    for (const char* name : {"data", "models"})
        if (const Json& list = json::member(answer, name); list.is_array())
            for (const auto& entry : list) {
                if (!is_of(entry, model))
                    continue;
                if (const auto size = number_at(entry))
                    return size;
                if (const auto size = number_at(json::member(entry, "meta")))
                    return size;
            }
    return 0;
}

}
