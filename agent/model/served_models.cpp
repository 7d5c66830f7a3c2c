#include "agent/model/served_models.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

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
    static constexpr std::array fields {"max_model_len", "loaded_context_length", "context_length",
        "context_window", "n_ctx", "max_input_tokens"};
    static constexpr std::int64_t max_context = 1 << 30;
    for (const char* field : fields)
        if (const Json& value = json::member(object, field); value.is_number_unsigned())
            return static_cast<std::int64_t>(
                std::min<std::uint64_t>(value.get<std::uint64_t>(), max_context));
    return 0;
}

// Returns the window of an entry in a list of models.
static std::int64_t window_of(const Json& entry)
{
    const std::int64_t size = number_at(entry);
    return size > 0 ? size : number_at(json::member(entry, "meta"));
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
                if (const auto size = window_of(entry))
                    return size;
            }
    return 0;
}

// Returns the price of a million tokens by that of one, a number or a text; nullopt if it is
// missing or makes no sense.
static std::optional<double> amount_in(const Json& object, const char* name)
{
    static constexpr double million = 1e6;
    static constexpr double most = 100'000;
    const Json& value = json::member(object, name);
    double amount = -1;
    if (value.is_number())
        amount = value.get<double>();
    else if (const auto* const text = value.get_ptr<const std::string*>()) {
        const auto [end, error]
            = std::from_chars(text->data(), text->data() + text->size(), amount);
        if (error != std::errc() || end != text->data() + text->size())
            return std::nullopt;
    }
    amount *= million;
    if (!std::isfinite(amount) || amount < 0 || amount > most)
        return std::nullopt;
    return amount;
}

static std::optional<Price> price_of(
    const Json& object, const char* input, const char* cached, const char* output)
{
    const auto price = amount_in(object, input);
    const auto price_of_output = amount_in(object, output);
    if (!price || !price_of_output)
        return std::nullopt;
    return Price {*price, amount_in(object, cached).value_or(*price), *price_of_output};
}

// Returns the entry of /model/info.
static ServedModel litellm_model(const Json& entry)
{
    const Json& info = json::member(entry, "model_info");
    ServedModel model {json::string_member(entry, "model_name")};
    model.window = number_at(info);
    model.price = price_of(
        info, "input_cost_per_token", "cache_read_input_token_cost", "output_cost_per_token");
    return model;
}

std::vector<ServedModel> served_models_in(const Json& answer)
{
    static constexpr std::size_t max_models = 1000;
    std::vector<ServedModel> models;
    const Json& list = json::member(answer, "data");
    if (!list.is_array())
        return models;
    for (const auto& entry : list) {
        ServedModel model = entry.contains("model_info")
            ? litellm_model(entry)
            : ServedModel {json::string_member(entry, "id")};
        if (model.name.empty() || models.size() == max_models)
            continue;
        if (model.window == 0)
            model.window = window_of(entry);
        if (!model.price)
            model.price = price_of(
                json::member(entry, "pricing"), "prompt", "input_cache_read", "completion");
        models.push_back(std::move(model));
    }
    return models;
}

}
