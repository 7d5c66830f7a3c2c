#include "runner/commands/models_command.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/model/http.hpp"
#include "agent/model/served_models.hpp"
#include "runner/start/agent_config.hpp"
#include "runner/start/engine.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/terminal_text.hpp"

namespace runner::commands {

std::vector<std::string> served_models(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel)
{
    constexpr std::chrono::seconds patience {10};
    start::ServerConfig config = start::server_config_of(options);
    config.timeout = patience;
    model::HttpModel model(
        start::server_of(config, output), {{"model", options.model}}, output, cancel);
    return model::models_in(model.models());
}

int run_models(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction);
    const auto names = served_models(options, output, cancel);
    if (options.json)
        output.line({{"models", names}});
    else
        for (const auto& name : names)
            output.answer(text::for_decision(name));
    return static_cast<int>(loop::Reason::answered);
}

}
