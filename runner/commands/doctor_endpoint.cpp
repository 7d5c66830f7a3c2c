#include "runner/commands/doctor_endpoint.hpp"
#include "runner/commands/command_options.hpp"

#include "agent/model/http.hpp"
#include "agent/model/served_models.hpp"
#include "runner/start/engine.hpp"
#include "runner/start/run_config.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

namespace runner::commands {

using State = Finding::State;

static Json models_of(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel)
{
    constexpr std::chrono::seconds patience {10};
    start::ServerConfig config = start::server_config_of(options);
    config.timeout = patience;
    model::HttpModel model(
        start::server_of(config, output), {{"model", options.model}}, output, cancel);
    return model.models();
}

Finding look_at_endpoint(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel)
{
    const std::string place = options.base_url.substr(0, options.base_url.find('?'));
    const std::string unnamed = "no model is named: --model or OAI_MODEL";
    const State state = options.model.empty() ? State::weaker : State::good;
    if (!options.own.of<DoctorOptions>().connects)
        return {"endpoint", state,
            place + (options.model.empty() ? ", and " + unnamed : ", model " + options.model)
                + "; not tried: --connect does"};
    try {
        const auto names = model::models_in(models_of(options, output, cancel));
        const std::string answers = place + " answers, with " + std::to_string(names.size())
            + (names.size() == 1 ? " model" : " models");
        if (options.model.empty())
            return {"endpoint", state, answers + ", and " + unnamed};
        if (!names.empty() && !text::contains(names, options.model))
            return {"endpoint", State::weaker,
                answers + ", and " + text::in_quotes(options.model) + " is none of them"};
        return {"endpoint", state, answers + ", model " + options.model};
    } catch (const ToolError& error) {
        cancel.check();
        return {"endpoint", State::missing, terminal::one_line(error)};
    }
}

}
