defmodule Parcel do
  @moduledoc """
  Parcels that wait for a courier.
  """
  alias Parcel.Queue

  @type id :: integer

  @doc "Adds a parcel."
  def add(queue, id) when is_integer(id), do: Queue.push(queue, id)

  defp hidden, do: :ok

  defmacro waiting(id) do
    quote do: unquote(id)
  end
end
