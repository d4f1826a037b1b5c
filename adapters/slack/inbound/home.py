"""Publishes a person's Home."""

from adapters.slack.inbound.handler_services import HandlerServices
from adapters.slack.outbound.home_view import home_view
from adapters.slack.payload import PLATFORM
from bot.domain.conversation.threads import Thread
from bot.domain.text.locale import Locale


async def publish_home(services: HandlerServices, workspace: str, person_id: str) -> None:
    """Show account, pending decisions and last outcomes as they now are, in place of what was shown before."""
    nowhere = Thread(PLATFORM, workspace, "", "")
    await services.intake.register_workspace(nowhere)  # who looks at the Home may never have said a word
    language = await services.people.language_of(workspace, person_id)
    shown = await services.gateway.app_home(nowhere.tenant_id, person_id, Locale(language))
    view = home_view(shown.blocks, language=language, buttons=shown.buttons)
    await services.api.call(
        workspace, "views.publish", lambda client: client.views_publish(user_id=person_id, view=view)
    )
